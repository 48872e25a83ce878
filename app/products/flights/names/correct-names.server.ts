import { randomUUID } from 'node:crypto';
import { waitsForCapture } from '#app/commerce/bookings/amend-order.server.ts';
import { isDisputed } from '#app/commerce/disputes/disputes-store.server.ts';
import { tellOrder } from '#app/commerce/messages/message-jobs.server.ts';
import { mustMoveOrder, type OrderMove } from '#app/commerce/orders/move-order.server.ts';
import { getQuote, lockOrder, readTravellers, renameTraveller } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { personKey } from '#app/commerce/orders/person-keys.ts';
import { withMore, type Charge, type Quote } from '#app/commerce/pricing/quote.ts';
import { followApproval } from '#app/platform/approvals.server.ts';
import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { dayMs, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';
import type { ChangeAsker } from '../change/change-flights.server.ts';
import { changePayMs } from '../change/change-rules.ts';
import { insertChange, nextChangeNumber } from '../change/flight-changes-store.server.ts';
import { flightChange, flightTicket } from '../flight-jobs.server.ts';
import { flightOrderMachine } from '../order/flight-order-status.ts';
import {
  findAttempts,
  getFlightOrder,
  hasLeft,
  intendUnder,
  markApplied,
  recordAnswer,
  travellerId,
  type FlightOrder,
} from '../order/flight-store.server.ts';
import type { FlightChange } from '../flight.tables.ts';
import type { Flights } from '../flights-context.ts';
import { holdRequest, safely } from '../order/hold-flights.server.ts';
import {
  beforeTickets,
  correctable,
  correctionClosed,
  feeMoney,
  feeOfAll,
  isOver,
  isUsedUp,
  judgeFromFirst,
  judgeNames,
  mayBePaid,
  settlesBefore,
  sumOfTakes,
  type Correction,
  type CorrectionClosed,
  untouchedBy,
  type Named,
} from './name-correction-rules.ts';
import {
  findCorrection,
  findCorrections,
  findLost,
  findOpenCorrections,
  insertCorrection,
  isLiving,
  nameOnTicket,
  saveCorrection,
  unsureWhys,
  waitsForDesk,
  type NameCorrection,
} from './name-corrections-store.server.ts';
import { rulesToChange } from '../booking/rules-of-quote.server.ts';
import { seekAgain } from '../order/twins-store.server.ts';
import { nameRulesOf } from '../world/open-ground-facts.server.ts';

export type NameRefusal =
  | CorrectionClosed
  | 'same-name'
  | 'another-person'
  | 'traveller-twice'
  | 'asked-already'
  | 'corrected-before'
  | 'fee-missing'
  /** Less than the airline's rule names, without a word why. */
  | 'fee-reason-missing'
  /** What was written down waits for a second person. */
  | 'fee-waits'
  | 'second-person'
  | 'none-left'
  | 'document-unseen'
  | 'paper-first'
  | 'reason-missing'
  | 'half-written'
  /** The name before is being put back: the new one does not go out again. */
  | 'back-begun'
  | 'offer-over'
  | 'money-moving'
  /** A refund of the order waits for its second person. */
  | 'refund-waiting'
  | 'supplier-refused'
  | 'supplier-silent'
  | 'not-possible';

export interface NameWish {
  readonly traveller: number;
  readonly wanted: Named;
}

/** A wish as its airlines' rules judge it. */
export interface JudgedWish extends Correction {
  readonly was: Named;
  /** Minor units of AED; null: an airline says it when it is asked. */
  readonly fee: number | null;
  /** Nobody has tickets yet: it is simply put right. */
  readonly before: boolean;
  /** Until when the tickets can be given back whole, which ends with a correction; null where it is over anyway. */
  readonly voidUntil: string | null;
  /** Contracts whose tickets have this name by an earlier correction: it is asked for of the others. */
  readonly told: readonly number[];
  /** Who saw the paper for that one. */
  readonly seenBy: string | null;
}

const correctionTask = 'name-correction';
export const subjectOf = ({ id }: Pick<Order, 'id'>) => `orders:${id}`;

/** What the rules say of a name that is to be written otherwise, before anything is asked for. Writes nothing. */
export async function judgeWish(
  platform: Pick<Platform, 'crypto' | 'clock'>,
  db: Db,
  order: Pick<Order, 'id' | 'kind' | 'status'>,
  { traveller, wanted }: NameWish,
): Promise<Outcome<JudgedWish, NameRefusal>> {
  if (order.kind !== 'flight') return refuse('not-possible');
  const flightOrder = await getFlightOrder(db, order.id);
  const { contracts } = flightOrder;
  const now = platform.clock.now();
  const closed = correctionClosed(order.status, contracts, now);
  if (closed) return refuse(closed);
  const people = await readTravellers<PassengerDetails>(db, platform.crypto, order.id);
  const was = people[traveller];
  if (!was || hasLeft(flightOrder, traveller)) return refuse('not-possible');
  const corrections = (await findCorrections(db, platform.crypto, order.id)).filter((one) => one.traveller === traveller);
  // Under which name it was sold; the newest stands first.
  const earlier = corrections.filter(({ status, written }) => status === 'done' || written.length > 0);
  const rest = restOf(was, wanted, corrections, contracts, now);
  const stands = rest?.was ?? was;
  const judged = judgeFromFirst(earlier.at(-1)?.was ?? null, stands, wanted);
  if (typeof judged === 'string') return refuse(judged);
  const key = personKey({ ...was, ...wanted });
  if (people.some((other, at) => at !== traveller && !hasLeft(flightOrder, at) && personKey(other) === key))
    return refuse('traveller-twice');
  if (corrections.some(isLiving)) return refuse('asked-already');
  const before = beforeTickets.includes(order.status);
  const named = namedOf(stands);
  const known = { told: rest?.told ?? [], seenBy: rest?.seenBy ?? null };
  if (before) return done({ ...judged, ...known, was: named, fee: 0, before, voidUntil: null });
  const open = correctable(contracts, now).filter(({ position }) => !known.told.includes(position));
  const ruled = open.map(({ position, offer }) => ({ position, rule: nameRulesOf(offer.validatingAirline).correction }));
  if (isUsedUp(ruled, earlier)) return refuse('corrected-before');
  const fee = feeOfAll(
    judged,
    ruled.map(({ rule }) => rule),
  );
  return done({ ...judged, ...known, was: named, fee, before, voidUntil: wholeUntil(contracts, now) });
}

/**
 * What an earlier correction left: tickets that keep the name before while the order and the other tickets have the one that is
 * wanted. Null where there are none that can still be written, or another name is wanted.
 */
export function restOf(
  person: Named,
  wanted: Named,
  corrections: readonly NameCorrection[],
  contracts: FlightOrder['contracts'],
  now: Instant,
): { readonly was: Named; readonly told: readonly number[]; readonly seenBy: string | null; readonly left: readonly number[] } | null {
  const last = corrections.find(({ status, written }) => status === 'done' && written.length > 0);
  if (!last || judgeNames(person, wanted) !== 'same-name') return null;
  const left = contracts.filter(
    ({ position }) => judgeNames(nameOnTicket(person, corrections, last.traveller, position), person) !== 'same-name',
  );
  const open = correctable(left, now).map(({ position }) => position);
  if (open.length === 0) return null;
  const told = contracts.flatMap(({ position }) => (left.some((one) => one.position === position) ? [] : [position]));
  return { was: nameOnTicket(person, corrections, last.traveller, open[0]!), told, seenBy: last.documentSeenBy, left: open };
}

/** Until when the tickets can be given back whole, which they cannot once one of them is exchanged; null: they cannot now. */
export function wholeUntil(contracts: FlightOrder['contracts'], now: Instant): string | null {
  const ends = contracts.map(({ voidUntil }) => voidUntil?.getTime() ?? 0);
  const first = Math.min(...ends);
  return first > now ? new Date(first).toISOString() : null;
}

const namedOf = ({ title, givenNames, surname, singleName }: Named): Named => ({ title, givenNames, surname, singleName });

/**
 * Asks for a name to be written otherwise: the desk has the next step. Before there are tickets it is put right at once, with
 * whoever holds the flights.
 */
export async function askCorrection(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  ask: ChangeAsker & NameWish & { readonly documentSeen?: boolean },
): Promise<Outcome<'asked' | 'done', NameRefusal>> {
  const kept = await transact(platform.db, async (tx): Promise<Outcome<{ id: string; before: boolean }, NameRefusal>> => {
    const order = await lockOrder(tx, ask.orderId);
    const judged = order && (await judgeWish(platform, tx, order, ask));
    if (!order || !judged) return refuse('not-possible');
    if (!judged.ok) return judged;
    const { before, paper, kind, letters } = judged.value;
    // Without a ticket nobody stands between the wish and the name: what wants a paper is the desk's to look at.
    if (before && paper && !(ask.by === 'staff' && ask.documentSeen)) return refuse(ask.by === 'staff' ? 'document-unseen' : 'paper-first');
    const id = await keepWish(tx, platform, order, ask, judged.value, before ? 'writing' : 'asked');
    if (before) return done({ id, before });
    await openTask(tx, platform, order);
    const noted = await note(tx, platform, order, 'noted-name-asked', ask, { correction: id, kind, letters });
    // Asked, left and asked again: the first letter of the day says it.
    const day = platform.clock.now() - dayMs;
    const told = (await findCorrections(tx, platform.crypto, order.id)).some(
      (one) => one.id !== id && one.traveller === ask.traveller && one.status !== 'done' && one.askedAt.getTime() > day,
    );
    if (!told) await tellOrder(tx, platform.jobs, noted, 'name-asked');
    return done({ id, before });
  });
  if (!kept.ok) return kept;
  return kept.value.before ? putRight(platform, flights, ask, kept.value.id) : done('asked');
}

async function keepWish(
  tx: Tx,
  platform: Platform,
  order: Order,
  ask: ChangeAsker & NameWish & { readonly documentSeen?: boolean },
  { was, kind, letters, paper, fee, told, seenBy }: JudgedWish,
  status: 'asked' | 'writing',
): Promise<string> {
  const id = randomUUID();
  await insertCorrection(tx, platform.crypto, {
    id,
    orderId: order.id,
    traveller: ask.traveller,
    status,
    was,
    wanted: namedOf(ask.wanted),
    kind,
    letters,
    paper,
    fee,
    currency: order.currency,
    told: [...told],
    documentSeenBy: paper && ask.by === 'staff' && ask.documentSeen ? ask.who : seenBy,
    askedBy: ask.who,
    askedAt: new Date(platform.clock.now()),
  });
  return id;
}

/** History and audit in one; the state of the order stays. */
export async function note(
  tx: Tx,
  platform: Platform,
  order: Order,
  event: string,
  ask: { readonly by: 'customer' | 'staff' | 'system'; readonly who: string; readonly reason?: string },
  detail: Readonly<Record<string, unknown>>,
  also: OrderMove['with'] = {},
): Promise<Order> {
  const reason = ask.reason ? { reason: ask.reason } : {};
  return mustMoveOrder(tx, flightOrderMachine, platform.clock.now(), {
    order,
    event,
    by: ask.by,
    who: ask.who,
    ...reason,
    detail,
    with: also,
  });
}

/**
 * Nobody has tickets: whoever holds the flights is told the name, contract by contract, and the order has it once all of them
 * know. What one of them did not take, or did not answer, is the desk's to go on with. The correction is on record as being
 * written meanwhile, so that nobody asks for another one.
 */
export async function putRight(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  by: { readonly orderId: string; readonly by: 'customer' | 'staff'; readonly who: string },
  id: string,
): Promise<Outcome<'done', NameRefusal>> {
  const { db, clock, crypto } = platform;
  const flightOrder = await getFlightOrder(db, by.orderId);
  const correction = (await findCorrection(db, crypto, by.orderId, id))!;
  const travellers = withName(await readTravellers<PassengerDetails>(db, crypto, by.orderId), correction);
  let refused: 'supplier-refused' | 'supplier-silent' | null = null;
  for (const contract of flightOrder.contracts) {
    const answer = await tellHolder(platform, flights, flightOrder, contract, travellers, correction);
    if (answer === 'ok') continue;
    refused = answer;
    break;
  }
  // Whoever was told in an earlier run has it as well, and whoever was asked and did not answer may.
  const { has: told, silent } = await findHolders(db, by.orderId, id);
  const why =
    refused !== null && silent.length > 0 ? 'supplier-silent' : refused === 'supplier-refused' && told.length > 0 ? halfTold : refused;
  return transact(db, async (tx): Promise<Outcome<'done', NameRefusal>> => {
    const order = (await lockOrder(tx, by.orderId))!;
    const at = new Date(clock.now());
    if (refused === null) {
      await saveCorrection(tx, id, { status: 'done', settledBy: by.who, settledAt: at, why: null });
      await saveName(tx, platform, order.id, correction);
      await note(tx, platform, order, 'noted-name-put-right', by, { correction: id });
      await closeTask(tx, platform, order, by.who);
      await goOn(tx, platform, order);
      return done('done');
    }
    await saveCorrection(tx, id, { status: 'asked', told, why });
    await openTask(tx, platform, order);
    const noted = await note(tx, platform, order, 'noted-name-asked', by, { correction: id, why });
    await tellOrder(tx, platform.jobs, noted, 'name-asked');
    return refuse(refused);
  });
}

/** An order that was paid while a name of it was not settled has its tickets written now. */
export async function goOn(tx: Tx, platform: Pick<Platform, 'jobs'>, order: Pick<Order, 'id' | 'status'>): Promise<void> {
  if (order.status === 'paid') await platform.jobs.send(tx, flightTicket, { orderId: order.id });
}

export const halfTold = 'half-told';
export const isUnsure = ({ why }: Pick<NameCorrection, 'why'>): boolean => unsureWhys.some((one) => one === why);

/** Under which key a name before is told again. */
export const backKey = (correction: string): string => `${correction}.back`;

/**
 * Who has a name before tickets, by every call that was made for it: contracts whose airline has it, those of which one may,
 * and whether one was told the name before again, or may have been.
 */
export async function findHolders(
  db: Db,
  orderId: string,
  correction: string,
): Promise<{ readonly has: number[]; readonly silent: number[]; readonly backBegun: boolean }> {
  const attempts = (await findAttempts(db, orderId)).filter(({ action }) => action === 'name');
  const outcomeOf = (key: string, contract: number) => {
    const found = attempts.find(({ id }) => id === `${key}.${contract}`);
    return found ? (found.outcome ?? 'unknown') : null;
  };
  const has: number[] = [];
  const silent: number[] = [];
  let backBegun = false;
  for (const contract of new Set(attempts.map((one) => one.contract))) {
    const back = outcomeOf(backKey(correction), contract);
    if (back !== null && back !== 'refused') backBegun = true;
    if (back === 'ok') continue;
    const there = outcomeOf(correction, contract);
    if (there === 'ok') has.push(contract);
    else if (there === 'unknown') silent.push(contract);
  }
  return { has, silent, backBegun };
}

/** Tells the name to whoever holds one contract. An answer that was lost is asked for again under the same key: it is the same name. */
export async function tellHolder(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  flightOrder: FlightOrder,
  contract: FlightOrder['contracts'][number],
  travellers: readonly PassengerDetails[],
  { id, traveller }: Pick<NameCorrection, 'id' | 'traveller'>,
): Promise<'ok' | 'supplier-refused' | 'supplier-silent'> {
  const { db, clock } = platform;
  const { orderId } = flightOrder;
  const supplier = flights.supplierOf(contract.offerId);
  const { locator } = contract;
  // The key names the correction: the same name goes out under it however often, and no other one.
  const attempt = { id: `${id}.${contract.position}`, orderId, contract: contract.position, action: 'name' } as const;
  const others = (await findAttempts(db, orderId)).filter((one) => one.action === 'name' && one.contract === attempt.contract);
  const own = others.find((one) => one.id === attempt.id);
  // What it did once it has done, whatever it would say now.
  if (own?.outcome === 'ok') return 'ok';
  if (!supplier || locator === null) return own && own.outcome !== 'refused' ? 'supplier-silent' : 'supplier-refused';
  if (others.some((one) => one.id !== attempt.id && (one.outcome === null || one.outcome === 'unknown'))) return 'supplier-silent';
  await transact(db, (tx) => intendUnder(tx, clock.now(), attempt));
  const request = {
    ...holdRequest(flightOrder, contract.position, attempt.id, travellers),
    offerId: contract.offer.id,
    locator,
    only: travellerId(traveller),
  };
  const answer = await safely(() => supplier.exchange(request, { now: clock.now() }));
  const detail = answer.outcome === 'ok' ? { name: traveller } : { why: answer.outcome === 'unknown' ? answer.reason : answer.refused };
  await recordAnswer(db, clock.now(), attempt.id, answer.outcome, detail);
  if (answer.outcome === 'unknown') return 'supplier-silent';
  await transact(db, (tx) => markApplied(tx, clock.now(), [attempt.id]));
  return answer.outcome === 'ok' ? 'ok' : 'supplier-refused';
}

export const withName = (people: readonly PassengerDetails[], { traveller, wanted }: NameWish): PassengerDetails[] =>
  people.map((person, at) => (at === traveller ? { ...person, ...wanted } : person));

/** The order has the name: on every page and paper of it, and under it is it found. The caller holds the order's lock. */
export async function saveName(tx: Tx, platform: Pick<Platform, 'crypto'>, orderId: string, wish: NameWish): Promise<void> {
  const people = withName(await readTravellers<PassengerDetails>(tx, platform.crypto, orderId), wish);
  await renameTraveller(tx, platform.crypto, orderId, wish.traveller, people[wish.traveller]!);
  await seekAgain(tx, orderId);
}

/** What its airlines take for a name now, of those tickets that have it not yet; null while one of them has not said. */
export function feeNow(
  { contracts }: Pick<FlightOrder, 'contracts'>,
  { kind, letters, written, told }: Pick<NameCorrection, 'kind' | 'letters' | 'written' | 'told'>,
  now: Instant,
): number | null {
  // What is left of a correction was paid for with its first ticket.
  if (written.length > 0) return 0;
  return feeOfAll(
    { kind, letters },
    correctable(contracts, now)
      .filter(({ position }) => !told.includes(position))
      .map(({ offer }) => nameRulesOf(offer.validatingAirline).correction),
  );
}

/** A fee that was offered wrongly: the desk has the step again, and its traveller cannot agree to it meanwhile. */
export async function reopenCorrection(
  platform: Platform,
  ask: { readonly orderId: string; readonly correction: string; readonly who: string },
): Promise<Outcome<null, NameRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<null, NameRefusal>> => {
    const order = await lockOrder(tx, ask.orderId);
    const correction = order && (await findCorrection(tx, platform.crypto, order.id, ask.correction));
    if (!order || correction?.status !== 'offered') return refuse('not-possible');
    // Whoever it was that did not do it is asked again, too.
    const anew = { takes: [], leftOut: [], feeReason: null, feeBy: null, feeAt: null, feeSeenBy: null };
    await saveCorrection(tx, correction.id, { status: 'asked', offeredBy: null, offeredAt: null, offerEndsAt: null, ...anew });
    await note(tx, platform, order, 'noted-name-reopened', { by: 'staff', who: ask.who }, { correction: correction.id });
    await openTask(tx, platform, order);
    return done(null);
  });
}

/** Its traveller agrees to the fee: the exchange is carried out once it is paid. Pressed twice is pressed once. */
export async function agreeToCorrection(
  platform: Platform,
  ask: ChangeAsker & { readonly correction: string; readonly seenFee: number },
): Promise<Outcome<FlightChange | null, NameRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<FlightChange | null, NameRefusal>> => {
    const order = await lockOrder(tx, ask.orderId);
    const correction = order && (await findCorrection(tx, platform.crypto, order.id, ask.correction));
    if (!order || !correction) return refuse('not-possible');
    if (correction.status === 'writing') return done(null);
    if (correction.status !== 'offered' || correction.fee !== ask.seenFee) return refuse('not-possible');
    if ((correction.offerEndsAt?.getTime() ?? 0) <= platform.clock.now()) return refuse('offer-over');
    return begin(tx, platform, order, correction, ask, {});
  });
}

/** Agreed: the tickets of the first contract that has not the name yet are exchanged. The caller holds the order's lock. */
export async function begin(
  tx: Tx,
  platform: Platform,
  order: Order,
  correction: NameCorrection,
  by: { readonly by: 'customer' | 'staff'; readonly who: string },
  more: Parameters<typeof saveCorrection>[2],
  said: Readonly<Record<string, unknown>> = {},
): Promise<Outcome<FlightChange, NameRefusal>> {
  const now = platform.clock.now();
  const flightOrder = await getFlightOrder(tx, order.id);
  const closed = correctionClosed(order.status, flightOrder.contracts, now);
  if (closed) return refuse(closed);
  if (correction.fee! > 0 && correction.written.length === 0) {
    if (await isDisputed(tx, order.id)) return refuse('disputed');
    if (await waitsForCapture(tx, order.id)) return refuse('money-moving');
  }
  const next = nextContract(flightOrder, correction, now);
  if (next === null) return refuse('too-late');
  const agreed = { agreedBy: by.who, agreedAt: new Date(now) };
  // What was offered as one sum, before each airline had its own, is charged as one.
  const oneSum = correction.written.length === 0 && sumOfTakes(correction.takes) !== correction.fee;
  const takes = oneSum ? [{ contract: next, fee: correction.fee!, rule: null, whole: true } as const] : correction.takes;
  const kept = { status: 'writing', fee: correction.fee, why: null, ...agreed, ...more, takes } as const;
  await saveCorrection(tx, correction.id, kept);
  await closeTask(tx, platform, order, by.who);
  return done(await writeNext(tx, platform, order, flightOrder, { ...correction, takes }, next, by, said));
}

/** The next contract of a correction; null: none is left that could have it. */
export function nextContract(
  { contracts }: Pick<FlightOrder, 'contracts'>,
  correction: Pick<NameCorrection, 'written' | 'told' | 'leftOut'>,
  now: Parameters<typeof correctable>[1],
): number | null {
  const open = untouchedBy(correctable(contracts, now), correction);
  return open.find(({ position }) => !correction.leftOut.includes(position))?.position ?? null;
}

/** An exchange of one contract's tickets for others of the same flights. The fee is paid with the first of them. */
export async function writeNext(
  tx: Tx,
  platform: Platform,
  order: Order,
  flightOrder: FlightOrder,
  correction: NameCorrection,
  contract: number,
  by: { readonly by: 'customer' | 'staff' | 'system'; readonly who: string },
  said: Readonly<Record<string, unknown>> = {},
): Promise<FlightChange> {
  const now = platform.clock.now();
  const row = flightOrder.contracts[contract]!;
  const number = await nextChangeNumber(tx, order.id);
  const before = await getQuote(tx, order);
  const expiresAt = new Date(now + changePayMs);
  const quote = correction.written.length > 0 || correction.fee === 0 ? before : await quoteWith(tx, before, correction, number, now);
  const difference = quote.total.amount - before.total.amount;
  const change = {
    orderId: order.id,
    number,
    contract,
    status: 'accepted',
    offerId: row.offer.id,
    brand: row.brand,
    offer: row.offer,
    quote,
    difference,
    refund: 0,
    currency: quote.currency,
    claims: [],
    letGo: [],
    attempt: null,
    quotedAt: new Date(now),
    acceptedAt: new Date(now),
    expiresAt,
    settledAt: null,
    why: null,
    schedule: null,
    seatsLost: [],
    correction: correction.id,
    leaves: null,
    terms: null,
    askedBy: null,
    was: null,
  } satisfies FlightChange;
  await insertChange(tx, change);
  await mustMoveOrder(tx, flightOrderMachine, now, {
    order,
    event: 'correct-name',
    by: by.by,
    who: by.who,
    detail: { change: number, correction: correction.id, difference, ...said },
  });
  const later = difference > 0 ? { startAfter: new Date(expiresAt.getTime() + 1_000) } : {};
  await platform.jobs.send(tx, flightChange, { orderId: order.id }, later);
  return change;
}

/** What was sold, and what its airlines take for the name: what they are paid for a journey is taxed as the journey is. */
async function quoteWith(
  db: Db,
  before: Quote,
  { takes, traveller }: NameCorrection,
  number: number,
  now: Parameters<typeof rulesToChange>[1],
): Promise<Quote> {
  const { rules } = await rulesToChange(db, now, before);
  // A line for each airline: what one of them does not do goes back alone.
  const charges = takes.map(({ contract, fee }): Charge => ({
    kind: 'change-fee',
    code: nameFeeCode(number, contract),
    nameKey: 'price:changeFee.name',
    travellers: [traveller],
    each: feeMoney(fee),
    vat: rules.vat.fare,
  }));
  const when = { quotedAt: new Date(now).toISOString(), expiresAt: new Date(now + changePayMs).toISOString() };
  return withMore(before, charges, rules, when);
}

/** The line of what one airline takes, under the change that it was paid with. */
export const nameFeeCode = (change: number, contract: number): string => `${change}.name.${contract}`;

/** The airline does not do it, or it is no correction: its traveller reads why. */
export async function refuseCorrection(
  platform: Platform,
  ask: { readonly orderId: string; readonly correction: string; readonly who: string; readonly reason: string },
): Promise<Outcome<null, NameRefusal>> {
  if (ask.reason.length < 3) return refuse('reason-missing');
  return settleUnwritten(platform, { ...ask, by: 'staff' }, 'refused');
}

/** It is not wanted any more, before anything was agreed to. */
export async function withdrawCorrection(
  platform: Platform,
  ask: ChangeAsker & { readonly correction: string },
): Promise<Outcome<null, NameRefusal>> {
  return settleUnwritten(platform, ask, 'withdrawn');
}

async function settleUnwritten(
  platform: Platform,
  ask: ChangeAsker & { readonly correction: string; readonly reason?: string },
  status: 'refused' | 'withdrawn',
): Promise<Outcome<null, NameRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<null, NameRefusal>> => {
    const order = await lockOrder(tx, ask.orderId);
    const correction = order && (await findCorrection(tx, platform.crypto, order.id, ask.correction));
    if (!order || !correction || (correction.status !== 'asked' && correction.status !== 'offered')) return refuse('not-possible');
    // With some tickets under the new name and some under the old one there is no way back but to write the rest.
    if (correction.written.length > 0 || (settlesBefore(order.status) && isUnsure(correction))) return refuse('half-written');
    const reason = status === 'refused' ? { reason: ask.reason ?? '' } : {};
    const settled = { settledBy: ask.who, settledAt: new Date(platform.clock.now()) };
    await saveCorrection(tx, correction.id, { status, feeWaits: false, ...settled, ...reason });
    await followFee(tx, platform, order, correction, { waits: false, by: ask.who });
    const noted = await note(tx, platform, order, `noted-name-${status}`, ask, { correction: correction.id });
    // Whoever left the name as it is themselves knows.
    if (ask.by === 'staff') await tellOrder(tx, platform.jobs, noted, status === 'refused' ? 'name-refused' : 'name-ended');
    await closeTask(tx, platform, order, ask.who);
    return done(null);
  });
}

/** A colleague asks the airline. */
export async function openTask(tx: Tx, platform: Pick<Platform, 'clock'>, order: Pick<Order, 'id' | 'reference'>): Promise<void> {
  await openStaffTask(tx, platform.clock.now(), {
    kind: correctionTask,
    subject: subjectOf(order),
    textKey: 'tasks:name-correction',
    detail: { order: order.reference },
  });
}

/** A colleague looks what of a fee is to go back, and gives it back on the record. */
export async function openRestTask(tx: Tx, platform: Pick<Platform, 'clock'>, order: Pick<Order, 'id' | 'reference'>): Promise<void> {
  await openStaffTask(tx, platform.clock.now(), {
    kind: 'name-rest',
    subject: subjectOf(order),
    textKey: 'tasks:name-rest',
    detail: { order: order.reference },
  });
}

/** Calls a second person for a fee that is less than the rule names, and ends the call once it does not wait any more. */
export async function followFee(
  tx: Tx,
  platform: Pick<Platform, 'clock'>,
  order: Pick<Order, 'reference'>,
  correction: Pick<NameCorrection, 'id'>,
  move: { readonly waits: boolean; readonly by: string },
): Promise<void> {
  const approval = { kind: 'name-fee', subject: `name_corrections:${correction.id}`, detail: { reference: order.reference } };
  await followApproval(tx, platform.clock.now(), approval, move);
}

/** The task of an order's names is over once none of them waits for the desk. */
export async function closeTask(tx: Tx, platform: Pick<Platform, 'clock'>, order: Pick<Order, 'id'>, by: string): Promise<void> {
  if (await waitsForDesk(tx, order.id)) return;
  await closeStaffTask(tx, platform.clock.now(), { kind: correctionTask, subject: subjectOf(order), by });
}

/**
 * What was asked for and cannot come about any more is over: its flights leave, its order has ended, or its offer has. Its
 * traveller is told, unless the whole order is over. What is half written stays with the desk for as long as the order lasts: one
 * whose time is over, too, while an airline that did not answer has its booking, because its money may still come.
 * Safe to run at any time.
 */
export async function endCorrections(platform: Platform, orderId: string): Promise<void> {
  await transact(platform.db, async (tx) => {
    let order = await lockOrder(tx, orderId);
    if (!order) return;
    const now = platform.clock.now();
    const { contracts } = await getFlightOrder(tx, orderId);
    const gone = isOver(order.status);
    const late = correctable(contracts, now).length === 0;
    const mayComeBack = order.status === 'expired' && !late && contracts.some(({ locator }) => locator !== null);
    // A process that ended between the airline and the order: what the airline knows is asked for once more.
    const by = { by: 'system', who: 'system' } as const;
    for (const id of await findLost(tx, orderId, new Date(now - platform.env.LEASE_MS))) {
      await saveCorrection(tx, id, { status: 'asked', why: 'supplier-silent' });
      await openTask(tx, platform, order);
      order = await note(tx, platform, order, 'noted-name-asked', by, { correction: id, why: 'supplier-silent' });
    }
    const ended: string[] = [];
    const left: NameCorrection[] = [];
    for (const { id } of await findOpenCorrections(tx, orderId)) {
      const open = (await findCorrection(tx, platform.crypto, orderId, id))!;
      if (mayComeBack && (open.told.length > 0 || isUnsure(open))) continue;
      const lapsed = open.status === 'offered' && (open.offerEndsAt?.getTime() ?? 0) <= now;
      if (!gone && (open.written.length > 0 || isUnsure(open) || (!late && !lapsed))) continue;
      await saveCorrection(tx, id, { status: 'ended', feeWaits: false, settledBy: 'system', settledAt: new Date(now) });
      await followFee(tx, platform, order, open, { waits: false, by: 'system' });
      ended.push(id);
      if (open.written.length > 0) left.push(open);
    }
    if (ended.length === 0) return;
    const noted = await note(tx, platform, order, 'noted-name-ended', by, { corrections: ended });
    if (!gone) await tellOrder(tx, platform.jobs, noted, 'name-ended');
    await closeTask(tx, platform, order, 'system');
    // Some of its tickets were never written, and what was paid for those is not the airline's.
    const owes = left.some((one) => untouchedBy(contracts, one).some(({ position }) => mayBePaid(one, position)));
    if (owes) await openRestTask(tx, platform, noted);
  });
}
