import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, type CalendarDate } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { priceFrom } from '../experience-price.ts';
import type { SupplyState } from '../experience-supply-status.ts';
import { findKnownExperience } from '../experiences-store.server.ts';
import { findForOperator } from '../experience-bookings-store.server.ts';
import { readStock } from '../open-experience.server.ts';
import { operatorToken } from '../operators-store.server.ts';
import { slotsOn, type ExperienceOption, type Slot } from '../slot-rules.ts';
import { findSupply, listCancelledStarts } from './supply-desk-store.server.ts';

export const calendarDays = 14;

export interface SupplyRecord {
  readonly id: string;
  readonly title: string;
  readonly city: string;
  readonly zone: string;
  readonly status: SupplyState;
  /** Who asked for it to go on sale, while nobody has agreed. */
  readonly askedBy: string | null;
  readonly from: Money;
  readonly options: readonly ExperienceOption[];
  readonly operator: { readonly name: string; readonly licence: string; readonly email: string; readonly link: string };
  readonly day: CalendarDate;
  readonly before: CalendarDate;
  readonly after: CalendarDate;
  readonly days: readonly { readonly date: CalendarDate; readonly slots: readonly Slot[] }[];
  readonly startTimes: readonly string[];
  /** Starts that do not take place, as "2026-12-05 09:00". */
  readonly cancelled: readonly string[];
  readonly requests: readonly { readonly orderId: string; readonly date: CalendarDate; readonly start: string; readonly places: number }[];
}

/** An experience as the desk works on it: options, operator, and two weeks of starts with what is sold of them. */
export async function openSupplyRecord(
  platform: Platform,
  id: string,
  asked: CalendarDate | null,
  language: LanguageCode,
): Promise<SupplyRecord | null> {
  const { db, clock, crypto } = platform;
  const known = await findKnownExperience(db, id, language);
  const found = await findSupply(db, id);
  if (!known || !found) return null;
  const { experience } = known;
  const now = clock.now();
  const local = localTimeIn(experience.zone, now);
  const day = asked ?? (local.slice(0, 10) as CalendarDate);
  const [stock, rules, requests, cancelled] = await Promise.all([
    readStock(platform, experience),
    getPricingRules(db, now),
    findForOperator(db, crypto, found.operator.id, ['requested'], { from: addDays(day, -400), to: addDays(day, 400) }),
    listCancelledStarts(db, id, day, addDays(day, calendarDays)),
  ]);
  const days = Array.from({ length: calendarDays }, (_, ahead) => addDays(day, ahead));
  return {
    id,
    title: experience.words.title,
    city: experience.words.city,
    zone: experience.zone,
    status: found.supply.status,
    askedBy: found.supply.askedBy,
    from: priceFrom(experience, rules, new Date(now).toISOString()),
    options: stock.options,
    operator: {
      name: found.operator.name,
      licence: found.operator.licence ?? '',
      email: found.operator.email ?? '',
      link: `${platform.env.publicUrl}/operator/${operatorToken(platform, found.operator)}`,
    },
    day,
    before: addDays(day, -calendarDays),
    after: addDays(day, calendarDays),
    days: days.map((date) => ({
      date,
      slots: stock.options.flatMap((option) => slotsOn(experience, option, date, local, stock.changes, stock.taken)),
    })),
    startTimes: experience.startTimes,
    cancelled,
    requests: requests
      .filter(({ own }) => own.experienceId === id)
      .map(({ booking, own }) => ({ orderId: booking.orderId, date: own.date, start: own.start, places: booking.places })),
  };
}
