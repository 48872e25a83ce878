import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { ClaimRefused, type PoolWish } from '#app/commerce/availability/claim-wishes.ts';
import { holdClaims, releaseClaims } from '#app/commerce/availability/claims-store.server.ts';
import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import { orderCookie, orderSecret, whoIs } from '#app/commerce/orders/order-access.server.ts';
import {
  emailIndexOf,
  findOrdersOfPeople,
  insertOrder,
  lockOrder,
  lockPeople,
  networkKey,
  readPeople,
} from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findPaymentsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { PromoUsedUp } from '#app/commerce/pricing/promo-codes.server.ts';
import { findShownQuote, markShownSold } from '#app/commerce/pricing/shown-quotes-store.server.ts';
import { absorb, changedLines, comparePrices, sameSale, type Quote } from '#app/commerce/pricing/quote.ts';
import { audit } from '#app/platform/audit.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import { newReference, sha256 } from '#app/platform/crypto.server.ts';
import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import { failpoint } from '#app/platform/failpoint.server.ts';
import { fingerprintOf, withIdempotency } from '#app/platform/idempotency.server.ts';
import { networkOf } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { calendarDate, dateIn, minuteMs } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { choiceKey, firstMissingStep, type FlightDraft } from '../booking/booking-draft.ts';
import { isDeclared } from '../seats/exit-declaration-rules.ts';
import type { ExitDeclaration } from '../flight.tables.ts';
import { flightItems } from './flight-items.ts';
import { flightRelease } from '../flight-jobs.server.ts';
import type { PlaceOutcome } from './flight-order.ts';
import { flightOrderMachine } from './flight-order-status.ts';
import { segmentsOf, type FlightPurchase } from '../flight-price.ts';
import { findFlightOrder, findOverlapping, insertFlightOrder, purchaseOfOrder } from './flight-store.server.ts';
import type { Flights } from '../flights-context.ts';
import { holdFlights } from './hold-flights.server.ts';
import { journeyFacts } from '../journey-facts.ts';
import { keepTravellers } from '../booking/keep-travellers.server.ts';
import { lapsOf } from '../booking/passenger-eligibility.ts';
import { passengersStandUp } from '../booking/passenger-form.ts';
import { nameRulesOf } from '../world/open-ground-facts.server.ts';
import { priceDraft, type PricedDraft } from '../booking/price-draft.server.ts';
import { isPhoneCountry, readPhone } from '../booking/read-phone.server.ts';
import { actorOf, isOwnHold, peopleOf } from './own-hold.server.ts';
import { lockTiedQuote, tieOrder, type TiedQuote } from '../quotes/tie-quote.server.ts';
import { usualMoves } from '../schedule/say-moves.server.ts';
import { checkSeats, isExitSeat } from '../seats/seat-rules.ts';
import { seatKey, type BookableSupplier } from '../supplier/own-stock.ts';
import { freeMeals } from '../extras/meal-wishes.ts';
import { insertDeclarations, insertRequests } from '../extras/traveller-requests-store.server.ts';
import { ticketingOffice } from '../tickets/ticket-deadline.ts';

export interface ToPlace {
  readonly viewer: Viewer;
  readonly draft: FlightDraft;
  readonly language: LanguageCode;
  /** What the traveller was shown; only used to see that it is dearer now. */
  readonly seenTotal: Money;
  /** A code as it was typed; null without one. */
  readonly promo?: string | null;
  /** Made once per form: the same key again gives the same order. */
  readonly key: string;
  /** Address of the request, for the limit of seats held by one network. */
  readonly address: string;
  readonly requestId?: string;
  /** An order that ran out unpaid, and in whose place this one comes: no other booking of its travellers. */
  readonly instead?: string;
  /** A clerk places it for somebody on the telephone: whose it is and which quote it comes from. */
  readonly onBehalf?: OnBehalf;
  /** Staff may book a traveller twice on overlapping flights, and must say why. */
  readonly overrideDuplicate?: string;
}

export interface OnBehalf {
  /** The account whose confirmed address they gave; null: a guest, who is known by the address. */
  readonly userId: string | null;
  readonly quote: TiedQuote;
}

/** Sales close this long before the first departure. */
export const salesCloseMs = 120 * minuteMs;

/** Orders in which a traveller really flies, or may yet; from the moment they are written. */
const livingStates = [
  'priced',
  'held',
  'price_changed',
  'payment_pending',
  'paid',
  'on_hold',
  'ticketing',
  'ticketed',
  'ticketing_failed',
  'stuck',
  'cancel_quoted',
  'schedule_change_pending',
  'change_quoted',
  'change_pending',
];
/** Of these, the ones that are over when their hold is. */
const endingByTime = ['priced', 'held', 'price_changed'];

/**
 * Turns a draft into an order that holds its seats for 15 minutes: checks everything again, prices it afresh, claims and
 * writes in one transaction, then asks the suppliers. Nothing in the draft or the form reaches the total.
 */
export async function placeFlightOrder(platform: Platform, flights: Flights, toPlace: ToPlace): Promise<PlaceOutcome> {
  const { draft, key } = toPlace;
  const actor = holderOf(platform, toPlace);
  const answer = await withIdempotency<Stored>(
    platform,
    { actor, key, fingerprint: fingerprintOf({ draft: draft.id, version: draft.version, seen: toPlace.seenTotal.amount }) },
    async (progress) => {
      const placed = progress.reached === 'placed' ? (progress.data as PlacedRef) : null;
      if (placed) return finish(platform, flights, placed);
      for (let attempt = 1; ; attempt += 1) {
        const checked = await check(platform, flights, toPlace);
        if (!checked.ok) return checked;
        await failpoint('place.before-commit');
        const order = await write(platform, toPlace, checked.ready, actor, (tx, ref) => progress.reach(tx, 'placed', ref));
        // The class was sold out between the price and the claim: priced again, the next one is dearer, or nothing is left.
        if (!order.ok && order.refused === 'class-closed' && attempt < 3) continue;
        if (!order.ok) return order.refused === 'class-closed' ? { ok: false, refused: 'sold-out' } : order;
        await failpoint('place.after-commit');
        return finish(platform, flights, order.value);
      }
    },
  );
  if (answer.kind === 'running') return { ok: false, refused: 'in-progress' };
  if (answer.kind === 'other-request') return { ok: false, refused: 'form-reused' };
  const { value } = answer;
  return value.ok ? { ok: true, value: { ...value.value, cookie: orderCookie(platform, value.value.orderId) } } : value;
}

interface PlacedRef {
  readonly orderId: string;
  readonly reference: string;
}
type Refused = Extract<PlaceOutcome, { ok: false }>;
/** As the idempotency table keeps it: without the capability, which is derived again. */
type Stored = { readonly ok: true; readonly value: PlacedRef } | Refused;

interface Ready {
  readonly priced: PricedDraft;
  readonly pools: readonly PoolWish[];
  readonly units: readonly string[];
}

async function check(platform: Platform, flights: Flights, toPlace: ToPlace): Promise<{ ok: true; ready: Ready } | Refused> {
  const { draft } = toPlace;
  const { booking } = draft;
  if (firstMissingStep(booking) !== 'checkout') return { ok: false, refused: 'draft-incomplete' };
  const answer = await priceDraft(platform, flights, draft, {
    promo: toPlace.promo ?? null,
    desk: toPlace.onBehalf?.quote ?? null,
    ...(toPlace.onBehalf ? {} : { viewer: toPlace.viewer }),
  });
  if (!answer.ok) return { ok: false, refused: answer.refused };
  const priced = answer.value;
  const now = platform.clock.now();
  const segments = segmentsOf(priced.contracts);
  if (Date.parse(segments[0]!.departs.utc) - now < salesCloseMs) return { ok: false, refused: 'departs-too-soon' };
  const offers = priced.contracts.map(({ offer }) => offer);
  const journey = journeyFacts(offers, priced.purchase.travellers, flights.geography.country);
  // What a country wants of a passport is a warning that was read with the form; here only faults count.
  const passport = () => ({ kind: 'unknown' }) as const;
  const world = {
    journey,
    today: dateIn(ticketingOffice.zone, now),
    isCountry: isPhoneCountry,
    phone: readPhone,
    passport,
    namesOf: nameRulesOf,
  };
  if (!passengersStandUp(draft, world)) return { ok: false, refused: 'passenger-data' };
  const seats = seatFaults(toPlace, priced);
  if (seats) return seats;
  // Before the price: whoever has booked already has nothing to agree to.
  const { refused: double } = await findDouble(platform, platform.db, toPlace, priced);
  if (double) return double;
  const settled = await settle(platform, toPlace, priced);
  if (!settled.ok) return settled;
  const stock = ownStock(flights, priced, now);
  return stock ? { ok: true, ready: { priced: { ...priced, quote: settled.quote }, ...stock } } : { ok: false, refused: 'offer-gone' };
}

/**
 * The price that is agreed: the fresh one when it is not dearer than what was shown. The house carries a small rise, but
 * only over a price that it knows it has shown for the same things; the form's own number is never believed.
 */
async function settle(platform: Platform, toPlace: ToPlace, priced: PricedDraft): Promise<{ ok: true; quote: Quote } | Refused> {
  const { quote, rules } = priced;
  const change = comparePrices(toPlace.seenTotal, quote.total);
  if (change.kind === 'same' || change.kind === 'lower') return { ok: true, quote };
  const shown = await findShownQuote(platform.db, `draft:${toPlace.draft.id}`);
  // A price with a code is not the price of the same without it: what the code took off is no rise.
  const sameCode = shown?.facts?.['promo'] === quote.facts?.['promo'];
  const known = shown && sameCode && shown.total.amount === toPlace.seenTotal.amount && sameSale(shown.lines, quote.lines);
  const inTime = known && Date.parse(shown.expiresAt) > platform.clock.now();
  if (inTime && change.kind === 'within-tolerance') return { ok: true, quote: absorb(quote, change.by, rules) };
  const changes = changedLines(known ? shown.lines : [], quote.lines);
  return { ok: false, refused: 'price-changed', rise: { before: toPlace.seenTotal.amount, quote, changes: known ? changes : [] } };
}

function seatFaults(toPlace: ToPlace, priced: PricedDraft): Refused | null {
  const { passengerDetails } = toPlace.draft.booking;
  const segments = segmentsOf(priced.contracts);
  for (const [index, map] of priced.seatMaps) {
    const chosen = new Map(priced.purchase.seats.filter((seat) => seat.segment === index).map((seat) => [seat.passenger, seat.designator]));
    if (chosen.size === 0) continue;
    if (!map) return { ok: false, refused: 'supplier-silent' };
    const segment = segments[index]!;
    const date = calendarDate(segment.departs.local.slice(0, 10));
    const laps = new Set(lapsOf(passengerDetails, { first: date, last: date }).values());
    const passengers = passengerDetails.map((passenger, at) => ({ ...passenger, index: at, hasLapInfant: laps.has(at) }));
    // What was declared is looked at seat by seat below.
    const problems = checkSeats({ plan: map, cabin: segment.cabin, date, passengers, chosen, exitDeclared: true });
    const undeclared = [...chosen].filter(
      ([passenger, seat]) => isExitSeat(map, seat) && !isDeclared(toPlace.draft.exitDeclarations?.[choiceKey(segment, passenger)], seat),
    );
    for (const [passenger] of undeclared) if (!problems.has(passenger)) problems.set(passenger, 'seat-exit-declaration');
    const names = (wanted: boolean) =>
      [...problems].filter(([, problem]) => (problem === 'seat-not-available') === wanted).map(([at]) => chosen.get(at)!);
    if (names(false).length > 0) return { ok: false, refused: 'seat-not-allowed', seats: names(false) };
    if (names(true).length > 0) return { ok: false, refused: 'seat-taken', seats: names(true) };
  }
  return null;
}

/** What the order keeps of the declarations made for its seats in exit rows. */
function declarationsOf(orderId: string, { draft }: ToPlace, priced: PricedDraft, declaredBy: string): ExitDeclaration[] {
  const segments = segmentsOf(priced.contracts);
  return priced.purchase.seats.flatMap(({ segment, passenger, designator }) => {
    const declaration = draft.exitDeclarations?.[choiceKey(segments[segment]!, passenger)];
    if (!declaration || !isDeclared(declaration, designator)) return [];
    const { wording } = declaration;
    return [{ orderId, traveller: passenger, segment, seat: designator, wording, declaredAt: new Date(declaration.at), declaredBy }];
  });
}

/**
 * The same traveller cannot sit on two flights at once: airlines cancel such bookings and charge for them (rule 47). What
 * stands in the way only as long as nobody pays for it, held by whoever chooses anew now, is replaced by what they choose.
 */
async function findDouble(
  platform: Platform,
  db: Db,
  toPlace: ToPlace,
  { contracts, purchase }: Pick<PricedDraft, 'contracts' | 'purchase'>,
): Promise<{ readonly refused: Refused | null; readonly replaced: readonly Order[] }> {
  const { viewer, draft } = toPlace;
  const replaced: Order[] = [];
  const clerk = toPlace.onBehalf !== undefined || viewer.kind === 'staff';
  const holder = holderOf(platform, toPlace);
  if (viewer.kind === 'staff' && toPlace.overrideDuplicate) return { refused: null, replaced };
  const others = await findOrdersOfPeople(db, peopleOf(platform, draft.booking), livingStates);
  const now = platform.clock.now();
  let living = others.filter(
    (order) => order.id !== toPlace.instead && (!endingByTime.includes(order.status) || (order.heldUntil?.getTime() ?? 0) > now),
  );
  const flown = segmentsOf(contracts).map(({ departs, arrives }) => ({ departs: departs.utc, arrives: arrives.utc }));
  for (;;) {
    const overlapping = await findOverlapping(
      db,
      living.map((order) => order.id),
      flown,
    );
    if (!overlapping) return { refused: null, replaced };
    const other = living.find((order) => order.id === overlapping)!;
    living = living.filter((order) => order !== other);
    if (!clerk && (await isOwnHold(db, holder, other)) && (await isOtherwise(platform, db, toPlace, purchase, other))) {
      replaced.push(other);
      continue;
    }
    const theirs =
      (viewer.kind !== 'anonymous' && other.userId === viewer.user.id) || other.actor === actorOf(viewer, draft) || viewer.kind === 'staff';
    return { refused: duplicate(theirs ? other.reference : null), replaced };
  }
}

const duplicate = (reference: string | null): Refused => ({ ok: false, refused: 'duplicate-booking', ...(reference ? { reference } : {}) });

/** Something else was chosen since, or somebody else is to fly. The same press from another tab is the same booking. */
async function isOtherwise({ crypto }: Platform, db: Db, { draft }: ToPlace, purchase: FlightPurchase, other: Order): Promise<boolean> {
  const [held, people] = [await findFlightOrder(db, other.id), await readPeople(db, crypto, other)];
  const { contactInfo, passengerDetails } = draft.booking;
  const of = ({ contracts, ...chosen }: FlightPurchase) => ({
    ...chosen,
    contracts: contracts.map(({ offer, brand }) => [offer.id, brand.code]),
  });
  // By what of it can be written down, as the order has it.
  const written = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
  return (
    held === null ||
    !isDeepStrictEqual(
      written([of(purchaseOfOrder(held)), people.contact, people.travellers]),
      written([of(purchase), contactInfo, passengerDetails]),
    )
  );
}

/** What was to be let go is being paid for, or over, by now. */
class HoldMovedOn extends Error {
  readonly reference: string;
  constructor(reference: string) {
    super(`Order ${reference} moved on`);
    this.reference = reference;
  }
}

/** Ends a hold for what was chosen anew. Throws HoldMovedOn. */
async function letGo(tx: Tx, platform: Platform, hold: Order, who: string): Promise<void> {
  const order = await lockOrder(tx, hold.id);
  if (order?.version !== hold.version) throw new HoldMovedOn(hold.reference);
  const unpaid = (await findPaymentsOfOrder(tx, order.id)).every(({ status }) => status === 'canceled');
  if (!unpaid) throw new HoldMovedOn(hold.reference);
  await mustMoveOrder(tx, flightOrderMachine, platform.clock.now(), { order, event: 'chosen-anew', by: 'customer', who });
  await releaseClaims(tx, order.id);
  await platform.jobs.send(tx, flightRelease, { orderId: order.id });
}

/** What the order takes from seats that are ours; empty where a supplier keeps them itself. Null: no longer on sale. */
function ownStock(flights: Flights, priced: PricedDraft, now: number): { pools: PoolWish[]; units: string[] } | null {
  const pools: PoolWish[] = [];
  const units: string[] = [];
  const seated = priced.purchase.travellers.filter((type) => type !== 'infant').length;
  let segment = 0;
  for (const { offer } of priced.contracts) {
    const supplier: BookableSupplier | null = flights.supplierOf(offer.id);
    const count = offer.slices.reduce((sum, slice) => sum + slice.segments.length, 0);
    if (supplier?.stock) {
      const wishes = supplier.stock.wishes(offer, seated, { now });
      if (!wishes) return null;
      pools.push(...wishes);
      const own = segmentsOf([{ offer }]);
      for (const seat of priced.purchase.seats) {
        if (seat.segment >= segment && seat.segment < segment + count) units.push(seatKey(own[seat.segment - segment]!, seat.designator));
      }
    }
    segment += count;
  }
  return { pools, units };
}

/** The order, its people, its price and its claims, in one transaction: all of it or nothing. */
async function write(
  platform: Platform,
  toPlace: ToPlace,
  ready: Ready,
  actor: string,
  reach: (tx: Tx, ref: PlacedRef) => Promise<void>,
): Promise<{ ok: true; value: PlacedRef } | Refused | { ok: false; refused: 'class-closed' }> {
  const { viewer, draft, onBehalf } = toPlace;
  const { priced } = ready;
  const { contactInfo, passengerDetails } = draft.booking;
  const id = randomBytes(16).toString('base64url');
  const reference = newReference();
  const segments = segmentsOf(priced.contracts);
  try {
    return await transact(platform.db, async (tx) => {
      const now = platform.clock.now();
      // Two presses at the same moment both saw no other order: one waits here for the other, and then sees its order.
      await lockPeople(tx, peopleOf(platform, draft.booking));
      const { refused: double, replaced } = await findDouble(platform, tx, toPlace, priced);
      if (double) return double;
      const tie = await lockTiedQuote(tx, platform, draft, onBehalf?.quote ?? null);
      if (tie?.kind === 'closed') return { ok: false, refused: 'quote-closed' } as const;
      // From here on what is refused is thrown: nothing of this stays, and neither does what was let go.
      for (const hold of replaced) await letGo(tx, platform, hold, whoIs(viewer));
      // An office shares one network: what is held for callers is counted by the clerk who holds it.
      const network = onBehalf ? `desk:${whoIs(viewer)}` : networkOf(toPlace.address);
      const holder = { orderId: id, actor, network: networkKey(network) };
      const { until, hardUntil } = await holdClaims(tx, holder, ready, now, platform.env.HOLD_TTL_MS);
      const order = await insertOrder(tx, platform.crypto, {
        row: {
          id,
          reference,
          kind: 'flight',
          status: 'draft',
          userId: onBehalf ? onBehalf.userId : viewer.kind === 'customer' ? viewer.user.id : null,
          secretHash: sha256(orderSecret(platform, id)),
          language: toPlace.language,
          heldUntil: new Date(until),
          hardUntil: new Date(hardUntil),
          actor: holder.actor,
          network: holder.network,
          travelStarts: new Date(segments[0]!.departs.utc),
          travelEnds: new Date(segments.at(-1)!.arrives.utc),
          createdAt: new Date(now),
          changedAt: new Date(now),
        },
        contact: { email: contactInfo!.email, phone: contactInfo!.phone, secondPhone: contactInfo!.secondPhone },
        travellers: passengerDetails,
        items: flightItems(priced.contracts.map(({ offer }) => offer)),
        quote: priced.quote,
      });
      await insertFlightOrder(
        tx,
        id,
        priced.purchase,
        draft.booking.searchParams!.passengers,
        await usualMoves(tx, platform, order.userId),
      );
      const meals = freeMeals(priced.contracts, priced.purchase.meals, priced.purchase.travellers);
      await insertRequests(tx, id, priced.contracts.length, passengerDetails, meals);
      await insertDeclarations(tx, declarationsOf(id, toPlace, priced, actor));
      if (viewer.kind === 'customer') await keepTravellers(tx, platform, viewer.user.id, draft);
      const who = whoIs(viewer);
      const requestId = toPlace.requestId === undefined ? {} : { requestId: toPlace.requestId };
      await audit(tx, now, {
        actor: who,
        action: 'order.placed',
        subject: `orders:${id}`,
        detail: { reference, total: priced.quote.total.amount },
        ...(toPlace.overrideDuplicate ? { reason: toPlace.overrideDuplicate } : {}),
        ...requestId,
      });
      await mustMoveOrder(tx, flightOrderMachine, now, { order, event: 'price', by: 'system', who, ...requestId });
      await markShownSold(tx, now, `draft:${draft.id}`);
      if (tie) await tieOrder(tx, platform, tie, { orderId: id, reference }, { actor: onBehalf ? 'staff' : 'customer', who });
      await reach(tx, { orderId: id, reference });
      return { ok: true, value: { orderId: id, reference } } as const;
    });
  } catch (fault) {
    if (fault instanceof HoldMovedOn) return duplicate(fault.reference);
    if (fault instanceof PromoUsedUp) return { ok: false, refused: 'promo-used-up' };
    if (!(fault instanceof ClaimRefused)) throw fault;
    if (fault.refused === 'unit-taken')
      return { ok: false, refused: 'seat-taken', seats: fault.keys.map((each) => each.split('/').at(-1)!) };
    return { ok: false, refused: fault.refused };
  }
}

async function finish(platform: Platform, flights: Flights, placed: PlacedRef): Promise<Stored> {
  const held = await holdFlights(platform, flights, placed.orderId);
  if (held.kind === 'held') return { ok: true, value: placed };
  if (held.kind === 'unknown') return { ok: false, refused: 'supplier-silent', reference: placed.reference };
  return {
    ok: false,
    refused:
      held.refused === 'sold-out'
        ? 'sold-out'
        : held.refused === 'seat-taken'
          ? 'seat-taken'
          : held.refused === 'traveller-refused'
            ? 'passenger-data'
            : 'offer-gone',
  };
}

/** Whose hold it is: the caller's own where a clerk places it, and then counted with what they hold themselves. */
function holderOf({ crypto }: Pick<Platform, 'crypto'>, { viewer, draft, onBehalf }: ToPlace): string {
  if (!onBehalf) return actorOf(viewer, draft);
  return onBehalf.userId ? `user:${onBehalf.userId}` : `mail:${emailIndexOf(crypto, draft.booking.contactInfo!.email)}`;
}
