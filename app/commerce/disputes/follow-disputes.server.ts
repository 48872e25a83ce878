import { randomUUID } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import type { Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTasks, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { money, splitMoney } from '#app/values/money.ts';
import { moveOn } from '#app/values/status-table.ts';
import { soldStates } from '../bookings/booking-status.ts';
import { findBookingsIn } from '../bookings/bookings-store.server.ts';
import { disputeCharged, disputeReturned, disputeTaken, disputeWrittenOff, takenBack, type Transfer } from '../ledger/ledger-postings.ts';
import { ledgerOfPayment, post } from '../ledger/ledger-store.server.ts';
import type { ProviderDispute } from '../payments/payment-provider.ts';
import type { Payment } from '../payments/payments.tables.ts';
import { disputeDoor } from './close-door-tasks.server.ts';
import { awaitsAnswer, disputeEventOf, disputeTable, isOpen, keepsOut, type DisputeStatus } from './dispute-status.ts';
import { dropWrittenAnswers, insertDispute, lockDisputesOf, partsOfDispute, saveDispute, writeOffPart } from './disputes-store.server.ts';
import type { Dispute, DisputePart } from './disputes.tables.ts';

/** How the provider's word differs from what can have become of a dispute. */
export interface DisputeDifference {
  readonly about: 'dispute' | 'dispute-amount';
  readonly theirs: string;
}

/**
 * Brings the disputes of a payment in line with what its provider said: state, ledger, audit and the task of whoever answers.
 * The caller holds the lock of the payment and of its shares, and has made sure that the answer is not an old one.
 */
export async function followDisputes(
  tx: Tx,
  platform: Platform,
  payment: Payment,
  shares: readonly Payment[],
  told: readonly ProviderDispute[],
): Promise<{ readonly moved: boolean; readonly differences: readonly DisputeDifference[] }> {
  const differences: DisputeDifference[] = [];
  if (told.length === 0) return { moved: false, differences };
  const known = await lockDisputesOf(tx, payment.id);
  let moved = false;
  for (const theirs of told) {
    const ours = known.find(({ providerRef }) => providerRef === theirs.ref) ?? (await begin(tx, platform, payment, shares, theirs));
    if (theirs.amount.amount !== ours.amount || theirs.amount.currency !== ours.currency) {
      differences.push({ about: 'dispute-amount', theirs: `${theirs.amount.amount} ${theirs.amount.currency}` });
      continue;
    }
    if (theirs.status !== ours.status && !canBecome(ours.status, theirs.status)) {
      differences.push({ about: 'dispute', theirs: theirs.status });
      continue;
    }
    moved = (await follow(tx, platform, payment, ours, theirs)) || !known.includes(ours) || moved;
  }
  return { moved, differences };
}

const canBecome = (from: DisputeStatus, to: DisputeStatus) =>
  to !== 'warning_needs_response' && moveOn(disputeTable, from, disputeEventOf[to], 'provider').ok;

async function begin(tx: Tx, platform: Platform, payment: Payment, shares: readonly Payment[], theirs: ProviderDispute): Promise<Dispute> {
  const now = new Date(platform.clock.now());
  const id = randomUUID();
  // Of a basket's payment each order bears what it still has of it.
  const bearers = shares.length > 0 ? shares : [payment];
  const kept = await Promise.all(
    bearers.map(async (bearer) => {
      const { captured, refunded } = await ledgerOfPayment(tx, bearer.id);
      return captured - refunded;
    }),
  );
  const weights = kept.some((amount) => amount > 0) ? kept : bearers.map(({ amount }) => amount);
  const parts = splitMoney(theirs.amount, weights)
    .map(({ amount }, index) => ({
      disputeId: id,
      paymentId: bearers[index]!.id,
      orderId: bearers[index]!.orderId,
      amount,
      writtenOff: 0,
    }))
    .filter(({ amount }) => amount > 0);
  const dispute = await insertDispute(
    tx,
    {
      id,
      provider: payment.provider,
      providerRef: theirs.ref,
      paymentId: payment.id,
      status: theirs.status,
      reason: theirs.reason,
      amount: theirs.amount.amount,
      currency: theirs.amount.currency,
      respondBy: theirs.respondBy === null ? null : new Date(theirs.respondBy),
      openedAt: new Date(theirs.openedAt),
      changedAt: now,
      closedAt: isOpen(theirs.status) ? null : now,
    },
    parts,
  );
  await note(tx, platform, dispute, 'dispute.opened');
  if (awaitsAnswer(dispute.status)) await openTask(tx, platform, dispute, parts);
  return dispute;
}

/** True when anything of it changed. */
async function follow(tx: Tx, platform: Platform, payment: Payment, before: Dispute, theirs: ProviderDispute): Promise<boolean> {
  const now = platform.clock.now();
  const parts = await partsOfDispute(tx, before.id);
  const after = {
    status: theirs.status,
    reason: theirs.reason,
    taken: theirs.taken.amount,
    returned: theirs.returned.amount,
    fee: theirs.fee.amount,
    writtenOff: theirs.status === 'lost' ? theirs.taken.amount - theirs.returned.amount : 0,
    respondBy: theirs.respondBy === null ? null : new Date(theirs.respondBy),
  };
  const moves = after.status !== before.status;
  const posts = (['taken', 'returned', 'fee', 'writtenOff'] as const).some((sum) => after[sum] !== before[sum]);
  const told = after.reason !== before.reason || after.respondBy?.getTime() !== before.respondBy?.getTime();
  if (!moves && !posts && !told) return false;
  const closes = moves && !isOpen(after.status);
  // Whoever let guests in did so while the bank might still have decided for us: that it kept the money is decided anew.
  const isLost = (one: Pick<Dispute, 'status' | 'writtenOff'>) => !isOpen(one.status) && keepsOut(one);
  const lost = isLost(after) && !isLost(before);
  const shuts = lost ? { letInBy: null, letInAt: null } : {};
  const saved = await saveDispute(tx, before, { ...after, ...(closes ? { closedAt: new Date(now) } : {}), ...shuts }, now);
  if (posts) await postParts(tx, platform, payment, before, saved, parts);
  if (moves) {
    await note(tx, platform, saved, `dispute.${saved.status}`, before.status);
    if (awaitsAnswer(saved.status)) await openTask(tx, platform, saved, parts);
    else {
      await dropWrittenAnswers(tx, now, saved.id);
      await closeStaffTasks(tx, now, { kinds: ['dispute', 'dispute-approval'], subject: `disputes:${saved.id}`, by: 'provider' });
    }
  }
  if (lost) await askAboutGuests(tx, platform, saved, parts);
  return true;
}

/** Posts what the sums of a dispute have grown by, to each order its part; what they have shrunk by the other way round. */
async function postParts(
  tx: Tx,
  platform: Platform,
  payment: Payment,
  before: Dispute,
  after: Dispute,
  parts: readonly DisputePart[],
): Promise<void> {
  const now = platform.clock.now();
  const weights = parts.map(({ amount }) => amount);
  const split = (minor: number) => splitMoney(money(minor, after.currency), weights).map(({ amount }) => amount);
  // One charge for one dispute: the first order bears it.
  const onFirst = (minor: number) => parts.map((_, index) => (index === 0 ? minor : 0));
  const sums = [
    ['taken', disputeTaken, split(before.taken), split(after.taken)],
    ['returned', disputeReturned, split(before.returned), split(after.returned)],
    ['fee', disputeCharged, onFirst(before.fee), onFirst(after.fee)],
    ['written-off', disputeWrittenOff, split(before.writtenOff), split(after.writtenOff)],
  ] as const;
  for (const [index, part] of parts.entries()) {
    const facts = { provider: payment.provider, orderId: part.orderId, paymentId: part.paymentId };
    for (const [name, posting, was, is] of sums) {
      const grown = is[index]! - was[index]!;
      if (grown === 0) continue;
      const key = `dispute:${after.id}:${after.version}:${name}:${part.paymentId}`;
      const transfer: Transfer = posting(facts, money(Math.abs(grown), after.currency), key);
      await post(tx, now, grown > 0 ? transfer : takenBack(transfer, key));
    }
    const writtenOff = sums[3][3][index]!;
    if (writtenOff !== part.writtenOff) await writeOffPart(tx, part, writtenOff);
  }
}

function note(tx: Tx, platform: Platform, dispute: Dispute, action: string, from?: DisputeStatus): Promise<void> {
  return audit(tx, platform.clock.now(), {
    actor: 'provider',
    action,
    subject: `disputes:${dispute.id}`,
    detail: {
      payment: dispute.paymentId,
      status: dispute.status,
      amount: dispute.amount,
      currency: dispute.currency,
      ...(from ? { from } : {}),
    },
  });
}

/** Guests who are still to come are refused at the door from now on: somebody says whether they are let in, or cancels. */
async function askAboutGuests(tx: Tx, platform: Platform, dispute: Dispute, parts: readonly DisputePart[]): Promise<void> {
  const now = platform.clock.now();
  const orderIds = parts.map(({ orderId }) => orderId);
  const sold = await findBookingsIn(tx, orderIds, [...soldStates]);
  const coming = sold.find(({ voucher, endsAt }) => voucher !== null && endsAt.getTime() > now);
  if (!coming) return;
  await openStaffTask(tx, now, {
    kind: disputeDoor,
    subject: `disputes:${dispute.id}`,
    textKey: 'tasks:dispute-door',
    detail: { order: coming.orderId, amount: dispute.writtenOff, currency: dispute.currency },
  });
}

function openTask(tx: Tx, platform: Platform, dispute: Dispute, parts: readonly DisputePart[]): Promise<void> {
  return openStaffTask(tx, platform.clock.now(), {
    kind: 'dispute',
    subject: `disputes:${dispute.id}`,
    textKey: dispute.status === 'needs_response' ? 'tasks:dispute' : 'tasks:dispute-warning',
    detail: { order: parts[0]!.orderId, amount: dispute.amount, currency: dispute.currency },
  });
}
