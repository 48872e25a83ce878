import { tellOrder } from '#app/commerce/messages/message-jobs.server.ts';
import { lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import type { StaffRole } from '#app/platform/access.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { begin, closeTask, findHolders, followFee, note, openTask, putRight, type NameRefusal } from './correct-names.server.ts';
import { getFlightOrder, type FlightOrder } from '../order/flight-store.server.ts';
import type { Flights } from '../flights-context.ts';
import { feesClosed, giveBackNameFees } from '../leave/leave-rest.server.ts';
import {
  correctable,
  correctionCloses,
  correctionClosed,
  laidOver,
  offerEnds,
  settlesBefore,
  shortOf,
  sumOfTakes,
  untouchedBy,
  type AirlineAnswer,
  type NameTake,
} from './name-correction-rules.ts';
import { findCorrection, saveCorrection, type NameCorrection } from './name-corrections-store.server.ts';
import { ownDiscountLimit } from '../quotes/discount-limits.ts';
import { readDiscountLimits } from '../quotes/discount-limits.server.ts';
import { nameRulesOf } from '../world/open-ground-facts.server.ts';

interface DeskAsk {
  readonly orderId: string;
  readonly correction: string;
  /** As the audit names people. */
  readonly who: string;
  readonly roles: readonly StaffRole[];
  /** What each airline said, by contract; where it said nothing, its rule counts. */
  readonly answers: Readonly<Record<number, AirlineAnswer>>;
  /** Why one of them is to take less than its rule names. */
  readonly feeReason: string;
  readonly documentSeen: boolean;
}

interface Answered {
  readonly takes: readonly NameTake[];
  /** Everybody who does not do it, those of before among them. */
  readonly leftOut: number[];
}

type Applied = Outcome<'writing' | 'offered', NameRefusal>;

/**
 * The desk has asked the airlines. What costs nothing is done at once: asking for it was agreeing to it. What costs something,
 * or leaves one of several tickets as it is, is offered to its traveller. What an airline says counts where it takes another
 * fee than its rule names; for less somebody says why, and above what they may let off alone a second person agrees first.
 */
export async function answerCorrection(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  ask: DeskAsk,
): Promise<Outcome<'writing' | 'offered' | 'put-right' | 'fee-asked', NameRefusal>> {
  type Answer = Outcome<'writing' | 'offered' | 'held' | 'fee-asked', NameRefusal>;
  const { db, clock, crypto } = platform;
  const by = { by: 'staff', who: ask.who } as const;
  const answered = await transact(db, async (tx): Promise<Answer> => {
    const order = await lockOrder(tx, ask.orderId);
    const correction = order && (await findCorrection(tx, crypto, order.id, ask.correction));
    if (!order || correction?.status !== 'asked') return refuse('not-possible');
    if (correction.feeWaits) return refuse('fee-waits');
    const flightOrder = await getFlightOrder(tx, order.id);
    const now = clock.now();
    const closed = correctionClosed(order.status, flightOrder.contracts, now);
    const held = settlesBefore(order.status);
    if (closed && !(held && order.status === 'paid')) return refuse(closed);
    if (correction.paper && !correction.documentSeenBy && !ask.documentSeen) return refuse('document-unseen');
    const seen = ask.documentSeen && !correction.documentSeenBy ? { documentSeenBy: ask.who } : {};
    if (held) {
      // Under its key an airline that was told the name before again would only repeat what it said first.
      if ((await findHolders(tx, order.id, correction.id)).backBegun) return refuse('back-begun');
      const agreed = { agreedBy: ask.who, agreedAt: new Date(now) };
      await saveCorrection(tx, correction.id, { status: 'writing', ...agreed, ...seen });
      return done('held');
    }
    const laid = layOver(platform, flightOrder, correction, ask.answers);
    if (!laid.ok) return laid;
    const short = shortOf(laid.value.takes);
    if (short === 0) return apply(tx, platform, order, flightOrder, correction, laid.value, by, { ...seen, ...noReason });
    if (ask.feeReason.length < 3) return refuse('fee-reason-missing');
    const wish = { feeReason: ask.feeReason, feeBy: ask.who, feeAt: new Date(now), feeSeenBy: null };
    if (short <= ownDiscountLimit(await readDiscountLimits(tx), ask.roles))
      return apply(tx, platform, order, flightOrder, correction, laid.value, { ...by, reason: ask.feeReason }, { ...seen, ...wish });
    const { takes } = laid.value;
    await saveCorrection(tx, correction.id, { ...seen, ...wish, ...laid.value, feeWaits: true });
    await note(tx, platform, order, 'noted-name-fee-asked', { ...by, reason: ask.feeReason }, { correction: correction.id, takes, short });
    await followFee(tx, platform, order, correction, { waits: true, by: ask.who });
    await closeTask(tx, platform, order, ask.who);
    return done('fee-asked');
  });
  if (!answered.ok) return answered;
  if (answered.value !== 'held') return done(answered.value);
  const right = await putRight(platform, flights, { orderId: ask.orderId, ...by }, ask.correction);
  return right.ok ? done('put-right') : right;
}

const noReason = { feeReason: null, feeBy: null, feeAt: null, feeSeenBy: null } as const;

/** What the desk wrote down over what the rules name, of the airlines that have not the name yet. */
function layOver(
  { clock }: Pick<Platform, 'clock'>,
  { contracts }: FlightOrder,
  correction: NameCorrection,
  answers: DeskAsk['answers'],
): Outcome<Answered, NameRefusal> {
  const paid = correction.written.length > 0;
  // As long as no ticket is written, whoever did not do it the last time is asked again, too.
  const before = paid ? correction.leftOut : [];
  const open = untouchedBy(correctable(contracts, clock.now()), correction).filter(({ position }) => !before.includes(position));
  if (open.length === 0) return refuse('too-late');
  const ruled = open.map(({ position, offer }) => ({ position, rule: nameRulesOf(offer.validatingAirline).correction }));
  const laid = laidOver(correction, ruled, answers, paid);
  if (laid === 'fee-missing') return refuse(laid);
  if (laid.takes.length === 0) return refuse('none-left');
  return done({ takes: laid.takes, leftOut: [...before, ...laid.leftOut] });
}

/**
 * The airlines' answers take effect: the tickets are written anew, or its traveller is asked. The caller holds the order's lock
 * and has seen that all of them can still be written.
 */
async function apply(
  tx: Tx,
  platform: Platform,
  order: Order,
  flightOrder: FlightOrder,
  correction: NameCorrection,
  { takes, leftOut }: Answered,
  by: { readonly by: 'staff'; readonly who: string; readonly reason?: string },
  more: Partial<Pick<NameCorrection, 'documentSeenBy' | 'feeReason' | 'feeBy' | 'feeAt' | 'feeSeenBy'>>,
): Promise<Applied> {
  const now = platform.clock.now();
  if (correction.written.length > 0) {
    // Paid for with its first ticket: what an airline does not do of it after all goes back.
    const fresh = leftOut.filter((contract) => !correction.leftOut.includes(contract));
    const closed = fresh.length > 0 ? await feesClosed(tx, platform, order, flightOrder.contracts) : null;
    if (closed) return refuse(closed);
    const given = fresh.length > 0 ? await giveBackNameFees(tx, platform, order, correction, fresh, by) : null;
    const begun = await begin(tx, platform, given?.order ?? order, { ...correction, leftOut }, by, { ...more, leftOut });
    if (!begun.ok && given) throw new Error(`Correction ${correction.id}: its fee went back and it did not go on, ${begun.refused}`);
    await given?.invoice();
    return begun.ok ? done('writing') : begun;
  }
  const answer = { takes, leftOut, fee: sumOfTakes(takes), feeWaits: false } as const;
  const rule = takes.some((one) => one.rule === null) ? null : takes.reduce((sum, one) => sum + one.rule!, 0);
  const said = { fee: answer.fee, rule, ...(leftOut.length > 0 ? { leftOut } : {}) };
  if (answer.fee === 0 && leftOut.length === 0) {
    const begun = await begin(tx, platform, order, { ...correction, ...answer }, by, { ...more, ...answer }, said);
    return begun.ok ? done('writing') : begun;
  }
  const written = flightOrder.contracts.filter(({ position }) => takes.some(({ contract }) => contract === position));
  const ends = offerEnds(correctionCloses(written), now);
  const offer = { offeredBy: by.who, offeredAt: new Date(now), offerEndsAt: new Date(ends) };
  await saveCorrection(tx, correction.id, { status: 'offered', why: null, ...answer, ...offer, ...more });
  const noted = await note(tx, platform, order, 'noted-name-offered', by, { correction: correction.id, ...said });
  await tellOrder(tx, platform.jobs, noted, 'name-offered');
  await closeTask(tx, platform, order, by.who);
  return done('offered');
}

/**
 * A second person agrees to a fee that is less than the airline's rule names, or does not; whoever wrote it down takes it back.
 * `seen`: when what was decided on was written down, so that nobody agrees to another one.
 */
export async function decideNameFee(
  platform: Platform,
  decide: {
    readonly orderId: string;
    readonly correction: string;
    readonly who: string;
    readonly decision: 'agree' | 'decline' | 'take-back';
    readonly seen: string;
    readonly answer: string;
  },
): Promise<Outcome<'writing' | 'offered' | 'declined' | 'taken-back', NameRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<'writing' | 'offered' | 'declined' | 'taken-back', NameRefusal>> => {
    const { who, decision, answer } = decide;
    const order = await lockOrder(tx, decide.orderId);
    const correction = order && (await findCorrection(tx, platform.crypto, order.id, decide.correction));
    if (!order || !correction?.feeWaits || correction.feeAt?.toISOString() !== decide.seen) return refuse('not-possible');
    const own = correction.feeBy === who;
    if (own !== (decision === 'take-back')) return refuse('second-person');
    const by = { by: 'staff', who, ...(answer === '' ? {} : { reason: answer }) } as const;
    if (decision !== 'agree') {
      if (decision === 'decline' && answer.length < 3) return refuse('fee-reason-missing');
      await saveCorrection(tx, correction.id, { feeWaits: false, takes: [], leftOut: [], ...noReason });
      await note(tx, platform, order, own ? 'noted-name-fee-taken-back' : 'noted-name-fee-declined', by, { correction: correction.id });
      await followFee(tx, platform, order, correction, { waits: false, by: who });
      await openTask(tx, platform, order);
      return done(own ? 'taken-back' : 'declined');
    }
    const flightOrder = await getFlightOrder(tx, order.id);
    const closed = correctionClosed(order.status, flightOrder.contracts, platform.clock.now());
    if (closed) return refuse(closed);
    const { takes, leftOut } = correction;
    const open = correctable(flightOrder.contracts, platform.clock.now());
    if (!takes.every(({ contract }) => open.some(({ position }) => position === contract))) return refuse('too-late');
    const noted = await note(tx, platform, order, 'noted-name-fee-agreed', by, { correction: correction.id, takes, short: shortOf(takes) });
    await followFee(tx, platform, order, correction, { waits: false, by: who });
    return apply(tx, platform, noted, flightOrder, correction, { takes, leftOut }, { by: 'staff', who }, { feeSeenBy: who });
  });
}
