import { randomUUID } from 'node:crypto';
import { may, type Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findRefundLimit } from '#app/platform/refund-limits.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { addMilliseconds, dayMs, type Instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { findInstalments, nextPart } from '../../bookings/bookings-store.server.ts';
import { applyInstalment, purposeOf } from '../../bookings/pay-instalment.server.ts';
import { bankCharged, houseBank, paidOut, payerMoney, takenBack, type Transfer } from '../../ledger/ledger-postings.ts';
import { post } from '../../ledger/ledger-store.server.ts';
import { findByReference, lockOrder } from '../../orders/orders-store.server.ts';
import { mayDecide, type Decision } from '../../orders/staff/refund-rules.ts';
import { settleBankRefund } from '../../payments/refund-payment.server.ts';
import { takeBankMoney } from '../../payments/take-bank-money.server.ts';
import type { Product, ProductKind } from '../../product-contract.ts';
import {
  findLine,
  findMatches,
  findProviderBalances,
  findWaitingRefunds,
  insertMatch,
  lockLine,
  matchedAloneSince,
  saveLine,
  saveMatch,
} from '../bank-store.server.ts';
import { bankLineTable, bankMatchTable, type BankLineEvent } from '../bank-status.ts';
import type { BankLine, BankMatch } from '../bank.tables.ts';
import { addsUp, keptOf, mayStandAlone, movedBy, type MatchPart } from '../match-rules.ts';
import { payerTell, tellsAnybody } from '../tell-payers.server.ts';

export type BankRefusal =
  | 'permission'
  | 'not-found'
  | 'changed'
  | 'not-possible'
  | 'does-not-add-up'
  | 'no-such-order'
  | 'no-part-due'
  | 'amount-differs'
  | 'other-currency'
  | 'payment-open'
  | 'wrong-side'
  | 'no-such-provider'
  | 'no-such-refund'
  | 'no-such-return'
  | 'returned-already'
  | 'own-request'
  | 'order-moved-on';

/** A part cannot be posted: nothing of the press was done. */
class CannotPost extends Error {
  readonly why: BankRefusal;
  constructor(why: BankRefusal) {
    super(why);
    this.why = why;
  }
}

interface Ask {
  readonly viewer: Viewer & { readonly kind: 'staff' };
  readonly lineId: string;
  /** As the page had it. */
  readonly version: number;
  readonly requestId: string;
}
type Products = (kind: ProductKind) => Pick<Product, 'machine'>;
type Answer = Outcome<BankLineEvent, BankRefusal>;

/** Says what a line is. Within the asker's limit of a day it is posted at once, above it a second person looks first. */
export async function matchLine(
  platform: Platform,
  productOf: Products,
  ask: Ask & { readonly parts: readonly MatchPart[] },
): Promise<Answer> {
  const { viewer, parts } = ask;
  return work(platform, ask, parts, async (tx, line) => {
    const now = platform.clock.now();
    if (!addsUp(line.amount, parts)) return refuse('does-not-add-up');
    const amount = movedBy(parts);
    const before = await matchedAloneSince(tx, viewer.user.id, addMilliseconds(now, -dayMs));
    const alone = mayStandAlone(line, parts) && before + amount <= (await findRefundLimit(tx, viewer.staff.roles));
    const match: BankMatch = {
      id: randomUUID(),
      lineId: line.id,
      parts,
      amount,
      status: alone ? 'approved' : 'asked',
      alone,
      askedBy: viewer.user.id,
      askedAt: new Date(now),
      decidedBy: null,
      decidedAt: null,
    };
    const moved = moveOn(bankLineTable, line.status, alone ? 'match' : 'ask', 'staff');
    if (!moved.ok) return refuse('not-possible');
    await insertMatch(tx, match);
    const orderId = await carryOut(tx, platform, productOf, line, match, `staff:${viewer.user.id}`, alone);
    await saveLine(tx, line, { status: moved.to, orderId, toReturn: alone ? keptOf(parts) : 0 }, now);
    if (!alone)
      await openStaffTask(tx, now, {
        kind: 'bank-approval',
        subject: `bank_lines:${line.id}`,
        textKey: 'tasks:bank-approval',
        detail: { amount, currency: line.currency },
        askedBy: `staff:${viewer.user.id}`,
      });
    await note(tx, platform, ask, alone ? 'bank-line.matched' : 'bank-line.asked', {
      amount: line.amount,
      currency: line.currency,
      parts: parts.map(({ kind, about, amount: sum }) => [kind, about ?? '', sum].join(' ')),
    });
    return done(alone ? 'match' : 'ask');
  });
}

/** A second person posts what waits, or either of them ends it. */
export async function decideMatch(platform: Platform, productOf: Products, ask: Ask & { readonly decision: Decision }): Promise<Answer> {
  const { viewer, decision } = ask;
  const waiting = (await findMatches(platform.db, ask.lineId)).find(({ status }) => status === 'asked');
  return work(platform, ask, waiting?.parts ?? [], async (tx, line) => {
    const now = platform.clock.now();
    const match = (await findMatches(tx, line.id)).find(({ status }) => status === 'asked');
    if (!match || match.id !== waiting?.id) return refuse('not-possible');
    const refused = mayDecide(decision, { id: viewer.user.id, mayApprove: may(viewer, 'money:work') }, match.askedBy);
    if (refused) return refuse(refused);
    const moved = moveOn(bankMatchTable, match.status, decision, 'staff');
    const lineMoved = moveOn(bankLineTable, line.status, decision, 'staff');
    if (!moved.ok || !lineMoved.ok) return refuse('not-possible');
    await saveMatch(tx, match.id, { status: moved.to, decidedBy: viewer.user.id, decidedAt: new Date(now) });
    if (decision === 'approve') await carryOut(tx, platform, productOf, line, match, `staff:${viewer.user.id}`, true);
    const change = decision === 'decline' ? { orderId: null } : { toReturn: keptOf(match.parts) };
    await saveLine(tx, line, { status: lineMoved.to, ...change }, now);
    await closeStaffTask(tx, now, { kind: 'bank-approval', subject: `bank_lines:${line.id}`, by: `staff:${viewer.user.id}` });
    await note(tx, platform, ask, `bank-line.${moved.to}`, { amount: line.amount, currency: line.currency });
    return done(decision);
  });
}

/**
 * Takes a match back by postings the other way. Money that an order has used is given back as a refund instead; what was
 * returned to its payer is not there any more to be something else.
 */
export async function undoMatch(platform: Platform, ask: Ask): Promise<Answer> {
  const { viewer } = ask;
  const by = `staff:${viewer.user.id}`;
  const posted = (await findMatches(platform.db, ask.lineId)).find(({ status }) => status === 'approved');
  return work(platform, ask, posted?.parts.filter(({ kind }) => kind === 'returned') ?? [], async (tx, line) => {
    const now = platform.clock.now();
    const match = (await findMatches(tx, line.id)).find(({ status }) => status === 'approved');
    const moved = moveOn(bankLineTable, line.status, 'undo', 'staff');
    if (!match || match.id !== posted?.id || !moved.ok) return refuse('not-possible');
    if (match.parts.some(({ kind }) => kind === 'order' || kind === 'refund')) return refuse('order-moved-on');
    if (line.toReturn !== keptOf(match.parts)) return refuse('returned-already');
    for (const [position, part] of match.parts.entries()) {
      const transfer = houseTransferOf(line, match.id, position, part);
      await post(tx, now, takenBack(transfer, `${transfer.key}:undone`));
      if (part.kind === 'returned') await keepFor(tx, now, { lineId: part.about!, amount: -part.amount, by });
    }
    if (line.toReturn > 0) await closeStaffTask(tx, now, { kind: 'money-to-return', subject: `bank_lines:${line.id}`, by });
    await saveMatch(tx, match.id, { status: 'undone', decidedBy: match.decidedBy ?? viewer.user.id, decidedAt: new Date(now) });
    await saveLine(tx, line, { status: moved.to, orderId: null, toReturn: 0 }, now);
    await note(tx, platform, ask, 'bank-line.undone', { amount: line.amount, currency: line.currency });
    return done('undo');
  });
}

/** Puts a line aside that is none of the house's business, with the reason; or takes it up again. */
export async function setAside(platform: Platform, ask: Ask & { readonly reason: string | null }): Promise<Answer> {
  const { reason } = ask;
  const event = reason === null ? 'take-up' : 'set-aside';
  return work(platform, ask, [], async (tx, line) => {
    const moved = moveOn(bankLineTable, line.status, event, 'staff');
    if (!moved.ok) return refuse('not-possible');
    await saveLine(tx, line, { status: moved.to, note: reason, seenIn: null }, platform.clock.now());
    await note(tx, platform, ask, reason === null ? 'bank-line.taken-up' : 'bank-line.set-aside', {}, reason);
    return done(event);
  });
}

/** The line as the page had it, under the locks of its orders and its own. */
async function work(
  platform: Platform,
  ask: Ask,
  parts: readonly MatchPart[],
  decide: (tx: Tx, line: BankLine) => Promise<Answer>,
): Promise<Answer> {
  if (!may(ask.viewer, 'money:work')) return refuse('permission');
  if (!(await findLine(platform.db, ask.lineId))) return refuse('not-found');
  return transact(platform.db, async (tx): Promise<Answer> => {
    const ofOrders = parts.filter(({ kind }) => kind === 'order' || kind === 'refund' || kind === 'to-return');
    const references = [...new Set(ofOrders.flatMap(({ about }) => (about ? [about] : [])))];
    for (const reference of references.toSorted()) {
      const order = await findByReference(tx, reference);
      if (!order) return refuse('no-such-order');
      await lockOrder(tx, order.id);
    }
    // In the order of their ids, as a statement that is taken back locks its own.
    const others = parts.flatMap(({ kind, about }) => (kind === 'returned' && about ? [about] : []));
    for (const id of [...new Set([ask.lineId, ...others])].toSorted()) await lockLine(tx, id);
    const line = await findLine(tx, ask.lineId);
    if (!line) return refuse('not-found');
    return line.version === ask.version ? decide(tx, line) : refuse('changed');
  }).catch((fault: unknown): Answer => {
    if (fault instanceof CannotPost) return refuse(fault.why);
    throw fault;
  });
}

function note(
  tx: Tx,
  platform: Platform,
  ask: Ask,
  action: string,
  detail: Record<string, unknown>,
  reason?: string | null,
): Promise<void> {
  return audit(tx, platform.clock.now(), {
    actor: `staff:${ask.viewer.user.id}`,
    action,
    subject: `bank_lines:${ask.lineId}`,
    ...(reason ? { reason } : {}),
    detail,
    requestId: ask.requestId,
  });
}

function houseTransferOf(line: BankLine, matchId: string, position: number, part: MatchPart): Transfer {
  const key = `bank-match:${matchId}:${position}`;
  const amount = money(part.amount, line.currency);
  if (part.kind === 'payout') return paidOut(part.about!, amount, key);
  return part.kind === 'charge' ? bankCharged(amount, key) : payerMoney(amount, key);
}

/** So much more of a line is to go back to its payer, or less where it went; its task is open as long as anything is. */
async function keepFor(
  tx: Tx,
  now: Instant,
  { lineId, amount, by }: { readonly lineId: string; readonly amount: number; readonly by: string },
): Promise<void> {
  const line = (await lockLine(tx, lineId))!;
  const toReturn = line.toReturn + amount;
  await saveLine(tx, line, { toReturn }, now);
  if (toReturn > 0) await askForReturn(tx, now, lineId);
  else await closeStaffTask(tx, now, { kind: 'money-to-return', subject: `bank_lines:${lineId}`, by });
}

function askForReturn(tx: Tx, now: Instant, lineId: string): Promise<void> {
  return openStaffTask(tx, now, { kind: 'money-to-return', subject: `bank_lines:${lineId}`, textKey: 'tasks:money-to-return' });
}

/**
 * Posts every part; where `now` is not meant yet, only judges that it could be. Answers the order that its money is of,
 * where there is one. Throws when a part cannot be posted, so that none is.
 */
async function carryOut(
  tx: Tx,
  platform: Platform,
  productOf: Products,
  line: BankLine,
  match: BankMatch,
  by: string,
  posts: boolean,
): Promise<string | null> {
  const now = platform.clock.now();
  let orderId: string | null = null;
  for (const [position, part] of match.parts.entries()) {
    if (part.kind === 'payout') {
      const known = (await findProviderBalances(tx, houseBank)).some(
        ({ provider, currency }) => provider === part.about && currency === line.currency,
      );
      if (!known) throw new CannotPost('no-such-provider');
    }
    if (part.kind === 'returned') {
      if (part.amount >= 0) throw new CannotPost('wrong-side');
      const kept = await lockLine(tx, part.about ?? '');
      if (!kept || kept.currency !== line.currency || kept.toReturn < -part.amount) throw new CannotPost('no-such-return');
      if (posts) {
        await post(tx, now, houseTransferOf(line, match.id, position, part));
        await keepFor(tx, now, { lineId: kept.id, amount: part.amount, by });
      }
      continue;
    }
    if (part.kind === 'to-return') {
      if (part.amount <= 0) throw new CannotPost('wrong-side');
      const meant = part.about === null ? null : await findByReference(tx, part.about);
      if (part.about !== null && !meant) throw new CannotPost('no-such-order');
      orderId ??= meant?.id ?? null;
      if (!posts) continue;
      await post(tx, now, houseTransferOf(line, match.id, position, part));
      await askForReturn(tx, now, line.id);
      continue;
    }
    if (part.kind === 'payout' || part.kind === 'charge') {
      if (posts) await post(tx, now, houseTransferOf(line, match.id, position, part));
      continue;
    }
    const found = await findByReference(tx, part.about ?? '');
    const order = found && (await lockOrder(tx, found.id));
    if (!order) throw new CannotPost('no-such-order');
    orderId ??= order.id;
    if (order.currency !== line.currency) throw new CannotPost('other-currency');
    if (part.kind === 'refund') {
      if (part.amount >= 0) throw new CannotPost('wrong-side');
      const refund = (await findWaitingRefunds(tx, houseBank)).find((one) => one.orderId === order.id && one.amount === -part.amount);
      if (!refund) throw new CannotPost('no-such-refund');
      if (posts && !(await settleBankRefund(tx, platform, refund.id, by))) throw new CannotPost('no-such-refund');
      continue;
    }
    if (part.amount <= 0) throw new CannotPost('wrong-side');
    const due = nextPart(await findInstalments(tx, order.id));
    if (!due || due.number === 1 || !['confirmed', 'cancel_quoted'].includes(order.status)) throw new CannotPost('no-part-due');
    // Several parts of one plan at once are judged one after the other, when they are posted.
    if (due.amount !== part.amount && (posts || match.parts.filter(({ about }) => about === part.about).length === 1))
      throw new CannotPost('amount-differs');
    if (!posts) continue;
    const payment = await takeBankMoney(tx, now, {
      order,
      purpose: purposeOf(due.number),
      amount: part.amount,
      ref: `${line.id}:${position}`,
      by,
    });
    if (!payment) throw new CannotPost('payment-open');
    await applyInstalment(tx, platform, productOf(order.kind), order, payment);
  }
  if (posts && tellsAnybody(match.parts)) await platform.jobs.send(tx, payerTell, { lineId: line.id, matchId: match.id });
  return orderId;
}
