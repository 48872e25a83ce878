import { findOrdersOfPeople, personIndexOf } from '#app/commerce/orders/orders-store.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, dayMs } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findDraft } from './booking-draft-store.server.ts';
import { firstMissingStep, stepPaths, type FlightDraft } from './booking-draft.ts';
import type { FlightOrderState } from '../order/flight-order-status.ts';
import type { Geography } from '../flights-context.ts';

/** States in which somebody has paid for their seats. */
const paidStates: readonly FlightOrderState[] = [
  'paid',
  'on_hold',
  'ticketing',
  'ticketing_failed',
  'stuck',
  'ticketed',
  'schedule_change_pending',
  'change_quoted',
  'change_pending',
  'cancel_quoted',
];

/** A booking that was begun and not finished, without anybody's name. */
export interface OpenBooking {
  readonly from: string;
  readonly to: string;
  /** Local date of the departure. */
  readonly departs: string;
  /** The step that is next. */
  readonly path: string;
}

/** The open booking of this browser, or of the viewer's account from another one; null when there is none or its day has come. */
export async function findOpenBooking(
  platform: Pick<Platform, 'db' | 'clock' | 'crypto' | 'env'>,
  geography: Geography,
  request: Request,
  viewer: Viewer,
  language: LanguageCode,
): Promise<OpenBooking | null> {
  const draft = await findDraft(platform, request, viewer);
  const summary = draft?.booking.selectedOutboundFlight?.summary;
  if (!draft || !summary) return null;
  const departs = summary.departs.slice(0, 10);
  if (departs <= dateIn('Asia/Dubai', platform.clock.now())) return null;
  const step = firstMissingStep(draft.booking);
  if (step === 'checkout' && (await isPaid(platform, draft, summary.departs))) return null;
  return {
    from: geography.city(summary.from, language),
    to: geography.city(summary.to, language),
    departs,
    path: stepPaths[step],
  };
}

/** Whether these people have paid for a journey that begins on this day: the draft stays, but there is nothing left to finish. */
async function isPaid({ db, crypto }: Pick<Platform, 'db' | 'crypto'>, { booking }: FlightDraft, departs: string): Promise<boolean> {
  const people = booking.passengerDetails.map((passenger) => personIndexOf(crypto, passenger));
  const begins = Date.parse(`${departs.slice(0, 16)}Z`);
  const orders = await findOrdersOfPeople(db, people, paidStates);
  return orders.some(({ travelStarts }) => Math.abs(travelStarts.getTime() - begins) < dayMs);
}
