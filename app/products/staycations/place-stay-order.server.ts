import { randomBytes } from 'node:crypto';
import { ClaimRefused } from '#app/commerce/availability/claim-wishes.ts';
import { holdClaims } from '#app/commerce/availability/claims-store.server.ts';
import type { Booker } from '#app/commerce/bookings/booker-form.server.ts';
import { bookingOrderMachine } from '#app/commerce/bookings/booking-order-status.ts';
import { insertBooking, insertInstalments } from '#app/commerce/bookings/bookings-store.server.ts';
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
import { addDays, dateIn, minuteMs, type CalendarDate } from '#app/values/dates.ts';
import { instantOf, localTime } from '#app/values/local-time.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { roomsNeeded } from './occupancy-rules.ts';
import { closedBecause, freeUnits, type StayPlanTerms } from './room-rules.ts';
import { partsOfStay, readRooms } from './open-staycation.server.ts';
import { insertStayBooking } from './stay-bookings-store.server.ts';
import { stayLadder } from './stay-ladder-rules.ts';
import { readStayPlan, type StayPlan } from './stay-search-form.ts';
import type { Staycation, StayRoom } from './staycation.ts';
import { amountsOf, priceOfStay, type RoomsWish } from './staycation-price.ts';
import { findStaycation } from './staycations-store.server.ts';

/** Rooms are kept this long from the moment a traveller goes to pay. */
export const roomHoldMs = 15 * minuteMs;

export type PlaceRefusal = 'gone' | 'sold-out' | 'price-changed' | 'promo-used-up' | 'too-many-holds' | 'in-progress' | 'form-reused';
type Refused = { readonly ok: false; readonly refused: PlaceRefusal };
interface PlacedRef {
  readonly orderId: string;
  readonly reference: string;
}

export interface ToPlaceStay {
  readonly viewer: Viewer;
  readonly stayId: string;
  /** Days, guests, room and plan, as the page's address says them. */
  readonly visit: URLSearchParams;
  readonly booker: Booker;
  readonly language: LanguageCode;
  readonly seenTotal: Money;
  readonly key: string;
  readonly address: string;
  readonly requestId?: string;
}

/** Turns chosen rooms into an order that keeps them for a quarter of an hour. Nothing in the form reaches the total. */
export async function placeStayOrder(
  platform: Platform,
  toPlace: ToPlaceStay,
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
        fingerprint: fingerprintOf({ stay: toPlace.stayId, visit: toPlace.visit.toString(), seen: toPlace.seenTotal.amount }),
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

export interface OpenRooms {
  readonly stay: Staycation;
  readonly room: StayRoom;
  readonly rooms: number;
  readonly terms: StayPlanTerms;
  readonly plan: StayPlan & { readonly arrival: CalendarDate };
  readonly wish: RoomsWish;
  readonly quote: Quote;
  /** What became of the code in the address; null without one. */
  readonly promo: PromoAnswer | null;
  /** Doors that can be given out. */
  readonly units: readonly string[];
}

/** The rooms of an address with their price now; null when they cannot be had any more. */
export async function openRooms(
  platform: Pick<Platform, 'db' | 'clock'>,
  stayId: string,
  params: URLSearchParams,
  language: LanguageCode,
): Promise<OpenRooms | null> {
  const stay = await findStaycation(platform.db, stayId, language);
  if (!stay) return null;
  const now = platform.clock.now();
  const plan = readStayPlan(params, dateIn(stay.zone, now));
  const room = stay.rooms.find(({ key }) => key === params.get('room'));
  const rooms = room ? roomsNeeded(room, plan.party) : null;
  const { arrival } = plan;
  if (!room || rooms === null || !arrival || arrival !== params.get('date')) return null;
  const stock = await readRooms(platform, stayId, plan);
  const terms = stock.plans.find(({ key }) => key === params.get('plan'));
  const changes = stock.changes.filter((change) => change.roomKey === room.key);
  const units = stock.unitsOf(room.key).map((unit) => unit.key);
  if (!terms || closedBecause(arrival, plan.nights, changes) !== null) return null;
  if (freeUnits(stock.unitsOf(room.key), stock.taken, arrival, plan.nights).length < rooms) return null;
  const wish: RoomsWish = { room, rooms, nights: plan.nights, arrival, plan: terms, changes };
  const rules = await getPricingRules(platform.db, now);
  const promo = await openPromo(platform.db, rules, params.get('promo'));
  const until = new Date(now + roomHoldMs).toISOString();
  const quote = priceOfStay(stay, wish, rules, new Date(now).toISOString(), until, { language, promo: promo.fact });
  return { stay, room, rooms, terms, plan: { ...plan, arrival }, wish, quote, promo: answerPromo(promo, quote), units };
}

async function write(
  tx: Tx,
  platform: Platform,
  toPlace: ToPlaceStay,
  by: { readonly actor: string; readonly network: string },
  reach: (ref: PlacedRef) => Promise<void>,
): Promise<{ readonly ok: true; readonly value: PlacedRef } | Refused> {
  const { viewer, booker } = toPlace;
  const { crypto, clock } = platform;
  const now = clock.now();
  const open = await openRooms({ db: tx, clock }, toPlace.stayId, toPlace.visit, toPlace.language);
  if (!open) return { ok: false, refused: 'gone' };
  const { stay, room, rooms, terms, plan, wish, quote, units } = open;
  if (quote.total.amount !== toPlace.seenTotal.amount || quote.currency !== toPlace.seenTotal.currency)
    return { ok: false, refused: 'price-changed' };
  const id = randomBytes(16).toString('base64url');
  const reference = newReference();
  const departure = addDays(plan.arrival, plan.nights);
  const { until, hardUntil } = await holdClaims(
    tx,
    { orderId: id, ...by },
    { pools: [], units: [], nights: [{ units, count: rooms, from: plan.arrival, until: departure }] },
    now,
    roomHoldMs,
  );
  const begins = localTime(plan.arrival, stay.checkIn);
  const startsAt = new Date(instantOf(stay.zone, begins));
  const endsAt = new Date(instantOf(stay.zone, localTime(departure, stay.checkOut)));
  const order = await insertOrder(tx, crypto, {
    row: {
      id,
      reference,
      kind: 'staycation',
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
    items: [{ kind: 'staycation', words: { key: 'orders:item.staycation', values: { title: stay.words.title } }, startsAt, endsAt }],
    quote,
  });
  await insertBooking(tx, {
    orderId: id,
    position: 0,
    kind: 'staycation',
    item: stay.id,
    places: rooms,
    startsLocal: begins,
    zone: stay.zone,
    startsAt,
    endsAt,
    ladder: stayLadder(terms.refundableDays, stay.checkIn, (amountsOf(wish)[0] ?? 0) * rooms, quote.total.amount),
    operator: stay.words.title,
    operatorMail: platform.env.reservationsMail,
    optionUntil: null,
    createdAt: new Date(now),
  });
  if (terms.depositPercent < 100) await insertInstalments(tx, id, partsOfStay(terms, quote.total, stay.zone, plan.arrival, now));
  await insertStayBooking(tx, crypto, {
    orderId: id,
    staycationId: stay.id,
    roomKey: room.key,
    planKey: terms.key,
    board: terms.board,
    arrival: plan.arrival,
    nights: plan.nights,
    adults: plan.party.adults,
    childAges: [...plan.party.childAges],
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
  const machine = bookingOrderMachine('staycation');
  const held = await mustMoveOrder(tx, machine, now, { order, event: 'hold', by: 'system', who, ...requestId });
  await tellOrder(tx, platform.jobs, held, 'order-held');
  const ref = { orderId: id, reference };
  await reach(ref);
  return { ok: true, value: ref };
}
