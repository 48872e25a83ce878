import { randomBytes } from 'node:crypto';
import { ClaimRefused } from '#app/commerce/availability/claim-wishes.ts';
import { holdClaims } from '#app/commerce/availability/claims-store.server.ts';
import type { Booker } from '#app/commerce/bookings/booker-form.server.ts';
import { bookingOrderMachine } from '#app/commerce/bookings/booking-order-status.ts';
import { insertBooking } from '#app/commerce/bookings/bookings-store.server.ts';
import { tellOrder } from '#app/commerce/messages/message-jobs.server.ts';
import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import { orderCookie, orderSecret, whoIs } from '#app/commerce/orders/order-access.server.ts';
import { insertOrder, networkKey } from '#app/commerce/orders/orders-store.server.ts';
import { answerPromo, openPromo, PromoUsedUp } from '#app/commerce/pricing/promo-codes.server.ts';
import type { PromoAnswer } from '#app/commerce/pricing/promo-code.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import type { Quote } from '#app/commerce/pricing/quote.ts';
import type { Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { newReference, sha256 } from '#app/platform/crypto.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { fingerprintOf, withIdempotency } from '#app/platform/idempotency.server.ts';
import { networkOf } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { minuteMs } from '#app/values/dates.ts';
import { addLocalMinutes, instantOf, localTime, localTimeIn } from '#app/values/local-time.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Experience } from './experience.ts';
import { experienceLadder } from './experience-ladder-rules.ts';
import { priceOfParty } from './experience-price.ts';
import { findExperience } from './experiences-store.server.ts';
import { insertExperienceBooking } from './experience-bookings-store.server.ts';
import { readStock } from './open-experience.server.ts';
import { slotKey, unitsOf } from './slot-rules.ts';
import { findOperatorOf } from './operators-store.server.ts';
import { readVisit, type Visit } from './visit-form.ts';

/** Places are kept this long from the moment a traveller goes to pay. */
export const slotHoldMs = 10 * minuteMs;

export type PlaceRefusal = 'gone' | 'sold-out' | 'price-changed' | 'promo-used-up' | 'too-many-holds' | 'in-progress' | 'form-reused';
type Refused = { readonly ok: false; readonly refused: PlaceRefusal };
interface PlacedRef {
  readonly orderId: string;
  readonly reference: string;
}

export interface ToPlaceExperience {
  readonly viewer: Viewer;
  readonly experienceId: string;
  /** Day, start, option and party, as the page's address says them. */
  readonly visit: URLSearchParams;
  readonly booker: Booker;
  readonly language: LanguageCode;
  readonly seenTotal: Money;
  readonly key: string;
  readonly address: string;
  readonly requestId?: string;
}

/** Turns a visit into an order whose places are kept for ten minutes. Nothing in the form reaches the total. */
export async function placeExperienceOrder(
  platform: Platform,
  toPlace: ToPlaceExperience,
): Promise<{ readonly ok: true; readonly value: PlacedRef & { readonly cookie: string } } | Refused> {
  const { viewer, key, booker } = toPlace;
  const network = networkKey(networkOf(toPlace.address));
  // A guest is told apart by the network and the mail given: the same person pressing twice is one actor.
  const actor = viewer.kind === 'anonymous' ? `guest:${sha256(`${network}|${booker.email.toLowerCase()}`)}` : `user:${viewer.user.id}`;
  try {
    const answer = await withIdempotency<{ readonly ok: true; readonly value: PlacedRef } | Refused>(
      platform,
      {
        actor,
        key,
        fingerprint: fingerprintOf({ experience: toPlace.experienceId, visit: toPlace.visit.toString(), seen: toPlace.seenTotal.amount }),
      },
      async (progress) => {
        if (progress.reached === 'placed') return { ok: true, value: progress.data as PlacedRef };
        return transact(platform.db, (tx) => write(tx, platform, toPlace, { actor, network }, (ref) => progress.reach(tx, 'placed', ref)));
      },
    );
    if (answer.kind === 'running') return { ok: false, refused: 'in-progress' };
    if (answer.kind === 'other-request') return { ok: false, refused: 'form-reused' };
    const { value } = answer;
    return value.ok ? { ok: true, value: { ...value.value, cookie: orderCookie(platform, value.value.orderId) } } : value;
  } catch (fault) {
    if (fault instanceof PromoUsedUp) return { ok: false, refused: 'promo-used-up' };
    if (fault instanceof ClaimRefused) return { ok: false, refused: fault.refused === 'too-many-holds' ? 'too-many-holds' : 'sold-out' };
    throw fault;
  }
}

export interface OpenVisit {
  readonly experience: Experience;
  readonly visit: Visit;
  readonly quote: Quote;
  /** What became of the code in the address; null without one. */
  readonly promo: PromoAnswer | null;
}

/** The visit of an address with its price now; null when it cannot be had any more. */
export async function openVisit(
  platform: Pick<Platform, 'db' | 'clock'>,
  experienceId: string,
  params: URLSearchParams,
  language: LanguageCode,
): Promise<OpenVisit | null> {
  const experience = await findExperience(platform.db, experienceId, language);
  if (!experience) return null;
  const now = platform.clock.now();
  const stock = await readStock(platform, experience);
  if (stock.options.length === 0) return null;
  const visit = readVisit(params, experience, localTimeIn(experience.zone, now), stock);
  const { session } = visit;
  const asked = session?.date === params.get('date') && session.start === params.get('time');
  if (!session || !asked || visit.fault !== null || visit.option.key !== params.get('option')) return null;
  const share = { option: visit.option, slotPercent: session.pricePercent };
  const rules = await getPricingRules(platform.db, now);
  const promo = await openPromo(platform.db, rules, params.get('promo'));
  const quote = priceOfParty(experience, visit.party, rules, new Date(now).toISOString(), share, new Date(now + slotHoldMs).toISOString(), {
    travel: session.date,
    language,
    promo: promo.fact,
  });
  return { experience, visit, quote, promo: answerPromo(promo, quote) };
}

async function write(
  tx: Tx,
  platform: Platform,
  toPlace: ToPlaceExperience,
  by: { readonly actor: string; readonly network: string },
  reach: (ref: PlacedRef) => Promise<void>,
): Promise<{ readonly ok: true; readonly value: PlacedRef } | Refused> {
  const { viewer, booker } = toPlace;
  const { crypto, clock } = platform;
  const now = clock.now();
  const open = await openVisit({ db: tx, clock }, toPlace.experienceId, toPlace.visit, toPlace.language);
  if (!open) return { ok: false, refused: 'gone' };
  const { experience, visit, quote } = open;
  if (quote.total.amount !== toPlace.seenTotal.amount || quote.currency !== toPlace.seenTotal.currency)
    return { ok: false, refused: 'price-changed' };
  const { date, start, capacity } = visit.session!;
  const id = randomBytes(16).toString('base64url');
  const reference = newReference();
  const places = unitsOf(visit.option, visit.party);
  const key = slotKey(experience.id, visit.option.key, date, start);
  const { until, hardUntil } = await holdClaims(
    tx,
    { orderId: id, ...by },
    { pools: [{ key, quantity: places, capacity, ceiling: capacity }], units: [] },
    now,
    slotHoldMs,
  );
  const begins = localTime(date, start);
  const startsAt = new Date(instantOf(experience.zone, begins));
  const endsAt = new Date(instantOf(experience.zone, addLocalMinutes(begins, experience.durationMinutes)));
  const order = await insertOrder(tx, crypto, {
    row: {
      id,
      reference,
      kind: 'experience',
      status: 'draft',
      userId: viewer.kind === 'customer' ? viewer.user.id : null,
      secretHash: sha256(orderSecret(platform, id)),
      language: toPlace.language,
      heldUntil: new Date(until),
      hardUntil: new Date(hardUntil),
      ...by,
      travelStarts: startsAt,
      travelEnds: endsAt,
      createdAt: new Date(now),
      changedAt: new Date(now),
    },
    contact: { email: booker.email, phone: booker.phone },
    travellers: [{ type: 'adult', givenNames: booker.givenNames, surname: booker.surname, birthDate: '' }],
    items: [{ kind: 'experience', words: { key: 'orders:item.experience', values: { title: experience.words.title } }, startsAt, endsAt }],
    quote,
  });
  const operator = await findOperatorOf(tx, experience.id, platform.env.operatorsMail);
  await insertBooking(tx, {
    orderId: id,
    position: 0,
    kind: 'experience',
    item: experience.id,
    places,
    startsLocal: begins,
    zone: experience.zone,
    startsAt,
    endsAt,
    ladder: experienceLadder(experience.freeCancelHours, start),
    operator: operator.name,
    operatorMail: operator.email,
    optionUntil: null,
    createdAt: new Date(now),
  });
  await insertExperienceBooking(tx, crypto, {
    orderId: id,
    experienceId: experience.id,
    optionKey: visit.option.key,
    date,
    start,
    party: visit.party,
    slotPercent: visit.session!.pricePercent,
    note: booker.note,
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
  const machine = bookingOrderMachine('experience');
  const held = await mustMoveOrder(tx, machine, now, { order, event: 'hold', by: 'system', who, ...requestId });
  await tellOrder(tx, platform.jobs, held, 'order-held');
  const ref = { orderId: id, reference };
  await reach(ref);
  return { ok: true, value: ref };
}
