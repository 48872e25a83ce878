import { randomBytes } from 'node:crypto';
import { capOf, ClaimRefused } from '#app/commerce/availability/claim-wishes.ts';
import { holdClaims } from '#app/commerce/availability/claims-store.server.ts';
import { findBookings, insertBooking, insertInstalments, mustMoveBooking } from '#app/commerce/bookings/bookings-store.server.ts';
import { bookingOrderMachine } from '#app/commerce/bookings/booking-order-status.ts';
import { readOfferedWays } from '#app/commerce/payments/offered-ways.server.ts';
import { refusedWay, type WayRefusal } from '#app/commerce/payments/payment-ways.ts';
import { planOf } from '#app/commerce/bookings/payment-plan-rules.ts';
import { tellOrder } from '#app/commerce/messages/message-jobs.server.ts';
import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import { orderCookie, orderSecret, whoIs } from '#app/commerce/orders/order-access.server.ts';
import {
  findOrderAsSystem,
  findOrdersOfPeople,
  insertOrder,
  lockPeople,
  networkKey,
  personIndexOf,
} from '#app/commerce/orders/orders-store.server.ts';
import { openPromo, PromoUsedUp } from '#app/commerce/pricing/promo-codes.server.ts';
import { tieFromForm } from '#app/commerce/proposals/accept-proposal.server.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import { markShownSold, shownBegun } from '#app/commerce/pricing/shown-quotes-store.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { newReference, sha256 } from '#app/platform/crypto.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { fingerprintOf, withIdempotency } from '#app/platform/idempotency.server.ts';
import { networkOf } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn } from '#app/values/dates.ts';
import { instantOf } from '#app/values/local-time.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findTour } from '../tours-store.server.ts';
import { lockDeparture, poolKeyOf } from './departures-store.server.ts';
import { checkForm } from './check-holiday-form.server.ts';
import { lockDraft, openForm, tieDraft } from './holiday-draft-store.server.ts';
import { quoteHoliday } from './holiday-price.ts';
import {
  endOf,
  holdMs,
  ladderOfTour,
  longestHoldMs,
  operatorOf,
  optionAllowed,
  optionMs,
  planTermsOf,
  startOf,
  zoneOfTour,
} from './holiday-terms.ts';
import { placesOf } from './party-rules.ts';

export const deskZone = 'Asia/Dubai';
const machine = bookingOrderMachine('holiday');
/** Sales of the same departure to the same person that are under way. */
export const livingStates = ['held', 'payment_pending', 'paid', 'requested', 'confirmed', 'cancel_quoted'];

export type PlaceHolidayRefusal =
  | 'not-ready'
  | 'not-agreed'
  | 'already-placed'
  | 'duplicate-booking'
  | 'departure-closed'
  | 'sold-out'
  | 'too-many-holds'
  | 'network-full'
  | 'price-changed'
  | 'promo-used-up'
  | 'no-option'
  | 'in-progress'
  | WayRefusal<'parts'>
  | 'form-reused';
type Refused = { readonly ok: false; readonly refused: PlaceHolidayRefusal };
interface PlacedRef {
  readonly orderId: string;
  readonly reference: string;
}

export interface ToPlaceHoliday {
  readonly viewer: Viewer;
  readonly draftId: string;
  readonly language: LanguageCode;
  readonly seenTotal: Money;
  readonly agreed: boolean;
  /** Keep the places free of charge for 48 hours instead of paying within twenty minutes. */
  readonly option: boolean;
  /** A code as it was typed; null without one. */
  readonly promo?: string | null;
  /** An order of the same draft that ran out unpaid, and in whose place this one comes. */
  readonly instead?: string;
  readonly key: string;
  readonly address: string;
  readonly requestId?: string;
}

/** Raised inside the transaction so that nothing of it stays. */
class PlaceRefused extends Error {
  readonly refused: PlaceHolidayRefusal;
  constructor(refused: PlaceHolidayRefusal) {
    super(`Placing refused: ${refused}`);
    this.refused = refused;
  }
}

/** Turns a whole draft into an order that holds its places. Nothing in the form reaches the price; its total is only compared. */
export async function placeHolidayOrder(
  platform: Platform,
  toPlace: ToPlaceHoliday,
): Promise<{ readonly ok: true; readonly value: PlacedRef & { readonly cookie: string } } | Refused> {
  const { viewer, draftId, key } = toPlace;
  const answer = await withIdempotency<{ readonly ok: true; readonly value: PlacedRef } | Refused>(
    platform,
    {
      actor: viewer.kind === 'anonymous' ? `guest:${draftId}` : `user:${viewer.user.id}`,
      key,
      fingerprint: fingerprintOf({ draft: draftId, seen: toPlace.seenTotal.amount, option: toPlace.option }),
    },
    async (progress) => {
      if (progress.reached === 'placed') return { ok: true, value: progress.data as PlacedRef };
      try {
        return await transact(platform.db, (tx) => write(tx, platform, toPlace, (ref) => progress.reach(tx, 'placed', ref)));
      } catch (fault) {
        if (fault instanceof PlaceRefused) return { ok: false, refused: fault.refused };
        if (fault instanceof PromoUsedUp) return { ok: false, refused: 'promo-used-up' };
        if (fault instanceof ClaimRefused) return { ok: false, refused: capOf(fault) ?? 'sold-out' };
        throw fault;
      }
    },
  );
  if (answer.kind === 'running') return { ok: false, refused: 'in-progress' };
  if (answer.kind === 'other-request') return { ok: false, refused: 'form-reused' };
  const { value } = answer;
  return value.ok ? { ok: true, value: { ...value.value, cookie: orderCookie(platform, value.value.orderId) } } : value;
}

async function write(
  tx: Tx,
  platform: Platform,
  toPlace: ToPlaceHoliday,
  reach: (ref: PlacedRef) => Promise<void>,
): Promise<{ readonly ok: true; readonly value: PlacedRef }> {
  const { viewer } = toPlace;
  const { crypto } = platform;
  const now = platform.clock.now();
  const today = dateIn(deskZone, now);
  const draft = await lockDraft(tx, toPlace.draftId);
  if (!draft) throw new PlaceRefused('not-ready');
  const before = draft.orderId && (await findOrderAsSystem(tx, draft.orderId));
  if (before && before.id !== toPlace.instead) throw new PlaceRefused('already-placed');
  if (!toPlace.agreed) throw new PlaceRefused('not-agreed');
  const tour = await findTour(tx, draft.tourId, toPlace.language);
  if (!tour) throw new PlaceRefused('departure-closed');
  const form = openForm(crypto, draft);
  const checked = checkForm(form, tour);
  if (!checked.people) throw new PlaceRefused('not-ready');
  if (toPlace.option && !optionAllowed(form.setsOff, today)) throw new PlaceRefused('no-option');
  const indexes = checked.people.map((person) => personIndexOf(crypto, person));
  if (new Set(indexes).size < indexes.length) throw new PlaceRefused('duplicate-booking');
  await lockPeople(tx, indexes);
  const living = (await findOrdersOfPeople(tx, indexes, livingStates)).filter(
    (order) =>
      order.kind === 'holiday' && order.id !== toPlace.instead && (order.status !== 'held' || (order.heldUntil?.getTime() ?? 0) > now),
  );
  for (const order of living)
    if ((await findBookings(tx, order.id)).some(({ item, startsLocal }) => item === tour.id && startsLocal.startsWith(form.setsOff)))
      throw new PlaceRefused('duplicate-booking');
  const departure = await lockDeparture(tx, now, tour, form.setsOff, today, 'share');
  if (!departure || departure.row.stoppedAt || departure.row.cancelledAt) throw new PlaceRefused('departure-closed');
  const lasts = toPlace.option ? optionMs : holdMs;
  const rules = await getPricingRules(tx, now);
  const quote = quoteHoliday(
    { tourId: tour.id, price: departure.price, singleSupplement: tour.singleSupplement, terms: tour.terms, trip: form.trip },
    rules,
    { quotedAt: new Date(now).toISOString(), expiresAt: new Date(now + lasts).toISOString() },
    { travel: form.setsOff, language: toPlace.language, promo: (await openPromo(tx, rules, toPlace.promo ?? null)).fact },
  );
  if (quote.total.amount > toPlace.seenTotal.amount || quote.currency !== toPlace.seenTotal.currency)
    throw new PlaceRefused('price-changed');
  const inParts = form.plan !== 'full' && ({ kind: 'holiday', total: quote.total.amount } as const);
  const unoffered = inParts && refusedWay(await readOfferedWays(tx), 'parts', inParts);
  if (unoffered) throw new PlaceRefused(unoffered);
  const id = randomBytes(16).toString('base64url');
  const reference = newReference();
  const actor = viewer.kind === 'anonymous' ? `guest:${draft.id}` : `user:${viewer.user.id}`;
  const network = networkKey(networkOf(toPlace.address));
  const places = placesOf(form.trip);
  const pool = {
    key: poolKeyOf(tour.id, form.setsOff),
    quantity: places,
    capacity: departure.row.capacity,
    ceiling: departure.row.capacity,
  };
  const { until, hardUntil } = await holdClaims(
    tx,
    { orderId: id, actor, network },
    { pools: [pool], units: [] },
    now,
    lasts,
    toPlace.option ? optionMs : longestHoldMs,
  );
  const zone = zoneOfTour(tour);
  const [startsLocal, endsLocal] = [startOf(form.setsOff), endOf(form.setsOff, tour.days)];
  const [startsAt, endsAt] = [new Date(instantOf(zone, startsLocal)), new Date(instantOf(zone, endsLocal))];
  const order = await insertOrder(tx, crypto, {
    row: {
      id,
      reference,
      kind: 'holiday',
      status: 'draft',
      userId: viewer.kind === 'customer' ? viewer.user.id : null,
      secretHash: sha256(orderSecret(platform, id)),
      language: toPlace.language,
      heldUntil: new Date(until),
      hardUntil: new Date(hardUntil),
      actor,
      network,
      travelStarts: startsAt,
      travelEnds: endsAt,
      createdAt: new Date(now),
      changedAt: new Date(now),
    },
    contact: form.contact,
    travellers: checked.people,
    items: [{ kind: 'holiday', words: { key: 'orders:item.holiday', values: { tour: tour.id } }, startsAt, endsAt }],
    quote,
  });
  await markShownSold(tx, now, shownBegun('holiday', draft.id));
  const booking = await insertBooking(tx, {
    orderId: id,
    position: 0,
    kind: 'holiday',
    item: tour.id,
    places,
    startsLocal,
    zone,
    startsAt,
    endsAt,
    ladder: ladderOfTour(tour.depositPercent),
    operator: operatorOf(tour).name,
    operatorMail: operatorOf(tour).mail,
    optionUntil: toPlace.option ? new Date(until) : null,
    createdAt: new Date(now),
  });
  await insertInstalments(tx, now, id, planOf(form.plan, quote.total, planTermsOf(tour.depositPercent), form.setsOff, today));
  await tieDraft(tx, draft.id, {
    orderId: id,
    tourId: tour.id,
    setsOff: form.setsOff,
    returns: addDays(form.setsOff, tour.days - 1),
    trip: form.trip,
  });
  const who = whoIs(viewer);
  const requestId = toPlace.requestId === undefined ? {} : { requestId: toPlace.requestId };
  await audit(tx, now, {
    actor: who,
    action: 'order.placed',
    subject: `orders:${id}`,
    detail: { reference, total: quote.total.amount },
    ...requestId,
  });
  if (toPlace.option) await mustMoveBooking(tx, now, { booking, event: 'take-option', by: 'customer', who });
  const held = await mustMoveOrder(tx, machine, now, { order, event: 'hold', by: 'system', who, ...requestId });
  await tellOrder(tx, platform.jobs, held, 'order-held');
  const ref = { orderId: id, reference };
  if (draft.proposalId !== null)
    await tieFromForm(tx, platform, { proposalId: draft.proposalId, number: draft.proposalVersion! }, { ...ref, who });
  await reach(ref);
  return { ok: true, value: ref };
}
