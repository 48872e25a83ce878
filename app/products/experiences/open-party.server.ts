import { findBack } from '#app/commerce/bookings/amend-order.server.ts';
import { findBookings, findInstalments, owedFirst } from '#app/commerce/bookings/bookings-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { money } from '#app/values/money.ts';
import { plainVersion } from '#app/values/plain-text.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { quoteParty, type PartyChange, type PartyRefusal } from './change-party.server.ts';
import type { Party } from './experience.ts';
import { findExperienceBooking } from './experience-bookings-store.server.ts';
import { findKnownExperience } from './experiences-store.server.ts';
import { visitLines } from './open-experience.server.ts';
import { fetchedAt } from './open-visit.server.ts';
import { readParty } from './visit-form.ts';

/** Who comes to a booked visit and, where an address asks for another party, what that would cost; null for an order without a visit. */
export async function openParty(platform: Platform, order: Order, asked: URLSearchParams, language: LanguageCode, by: PartyChange['by']) {
  const own = await findExperienceBooking(platform.db, platform.crypto, order.id);
  const known = own && (await findKnownExperience(platform.db, own.experienceId, language));
  if (!own || !known) return null;
  const { ageBands } = known.experience;
  const wanted = asked.has('party') ? readParty({ ageBands }, (name) => asked.get(name)) : own.party;
  const quoted = wanted && asked.has('party') ? await quoteParty(platform, { orderId: order.id, party: wanted, by }) : null;
  const total = quoted?.ok ? quoted.value.total : null;
  const parts = await findInstalments(platform.db, order.id);
  const back = total ? await findBack(platform.db, order, total.amount) : 0;
  const refused: PartyRefusal | null = wanted === null ? 'too-many' : quoted && !quoted.ok ? quoted.refused : null;
  const [booking] = await findBookings(platform.db, order.id);
  return {
    pickup: booking ? fetchedAt(known.experience, own, booking, platform.clock.now()) : null,
    version: order.version,
    owed: owedFirst(parts, order.currency),
    title: known.experience.words.title,
    date: own.date,
    start: own.start,
    option: own.optionKey,
    bands: ageBands.map(({ band, from, to }) => ({ band, from, to })),
    party: (wanted ?? own.party) as Party,
    before: money(order.total, order.currency),
    after: total,
    lines: quoted?.ok ? visitLines(quoted.value.lines) : [],
    more: total && total.amount > order.total ? money(total.amount - order.total, order.currency) : null,
    back: back > 0 ? money(back, order.currency) : null,
    refused,
  };
}
export type OpenParty = NonNullable<Awaited<ReturnType<typeof openParty>>>;

/** What a form asks for: the party, the price that was seen and the version of the order then; null where it makes no sense. */
export async function readPartyForm(
  platform: Platform,
  order: Order,
  form: FormData,
): Promise<{ readonly party: Party; readonly seenTotal: number; readonly version: number } | null> {
  const own = await findExperienceBooking(platform.db, platform.crypto, order.id);
  const known = own && (await findKnownExperience(platform.db, own.experienceId, 'en'));
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : null;
  };
  const party = known ? readParty(known.experience, text) : null;
  const seen = text('seen') ?? '';
  return party && /^\d{1,12}$/.test(seen) ? { party, seenTotal: Number(seen), version: plainVersion(form.get('version')) } : null;
}
