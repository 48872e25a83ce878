import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { dayMs, instant, minuteMs } from '#app/values/dates.ts';
import { disputedInLedger, ledgerOfPayment } from '../ledger/ledger-store.server.ts';
import type { PaymentProvider, ProviderPayment } from './payment-provider.ts';
import { findPayment, findPaymentsMadeSince, findShares, refundsOfPayment } from './payments-store.server.ts';
import type { Payment } from './payments.tables.ts';

export type Difference = {
  readonly subject: string;
  readonly about: 'missing-here' | 'missing-there' | 'amount' | 'status' | 'captured' | 'refunded' | 'disputed';
  readonly ours: string;
  readonly theirs: string;
};

const reachMs = 3 * dayMs;
/** Younger changes are still on their way to us. */
const settleMs = 2 * minuteMs;

/**
 * Lays the provider's list beside our payments and ledger, row by row. Every difference opens a staff task and is
 * repaired by nobody but a person. Null when the provider did not answer.
 */
export async function reconcilePayments(platform: Platform, provider: PaymentProvider): Promise<readonly Difference[] | null> {
  const now = platform.clock.now();
  const since = instant(now - reachMs);
  const listed = await provider.listPayments(since);
  if (listed.outcome !== 'ok') return null;
  const differences: Difference[] = [];
  const seen = new Set<string>();
  for (const theirs of listed.value) {
    if (theirs.paymentId) seen.add(theirs.paymentId);
    if (theirs.changedAt > now - settleMs) continue;
    const ours = theirs.paymentId ? await findPayment(platform.db, theirs.paymentId) : null;
    if (ours && ours.changedAt.getTime() > now - settleMs) continue;
    differences.push(...(await compare(platform, ours, theirs)));
  }
  for (const ours of await findPaymentsMadeSince(platform.db, provider.name, new Date(since))) {
    if (!ours.providerRef || seen.has(ours.id) || ours.createdAt.getTime() > now - settleMs) continue;
    differences.push({ subject: `payments:${ours.id}`, about: 'missing-there', ours: ours.status, theirs: '' });
  }
  for (const difference of differences) {
    await transact(platform.db, (tx) =>
      openStaffTask(tx, now, {
        kind: `payment-difference`,
        subject: difference.subject,
        textKey: `tasks:payment-difference.${difference.about}`,
        detail: { ours: difference.ours, theirs: difference.theirs },
      }),
    );
  }
  return differences;
}

async function compare(platform: Platform, ours: Payment | null, theirs: ProviderPayment): Promise<Difference[]> {
  if (!ours)
    return [
      {
        subject: `provider-payments:${theirs.ref}`,
        about: 'missing-here',
        ours: '',
        theirs: `${theirs.amount.amount} ${theirs.amount.currency} ${theirs.status}`,
      },
    ];
  const subject = `payments:${ours.id}`;
  // The money of a basket's payment is in the books of its shares.
  const parts = [ours, ...(await findShares(platform.db, ours.id))];
  const ledgers = await Promise.all(parts.map((part) => ledgerOfPayment(platform.db, part.id)));
  const sumOf = (of: 'captured' | 'refunded') => ledgers.reduce((sum, ledger) => sum + ledger[of], 0);
  const given = theirs.refunds.filter((refund) => refund.status === 'succeeded').reduce((sum, refund) => sum + refund.amount.amount, 0);
  const recorded = (await Promise.all(parts.map((part) => refundsOfPayment(platform.db, part.id))))
    .flat()
    .filter((refund) => refund.status === 'succeeded')
    .reduce((sum, refund) => sum + refund.amount, 0);
  const disputed = theirs.disputes.reduce((sum, { taken, returned, fee }) => sum + taken.amount - returned.amount + fee.amount, 0);
  const booked = await disputedInLedger(
    platform.db,
    parts.map((part) => part.id),
  );
  const sum = (amount: number) => `${amount} ${ours.currency}`;
  const pairs: readonly [Difference['about'], string, string][] = [
    ['amount', sum(ours.amount), `${theirs.amount.amount} ${theirs.amount.currency}`],
    ['status', ours.status, theirs.status],
    ['captured', sum(sumOf('captured')), sum(theirs.captured.amount)],
    ['refunded', sum(sumOf('refunded')), sum(given)],
    ['refunded', sum(recorded), sum(given)],
    ['disputed', sum(booked), sum(disputed)],
  ];
  const different = pairs
    .filter(([, mine, other]) => mine !== other)
    .map(([about, mine, other]) => ({ subject, about, ours: mine, theirs: other }));
  return different.slice(0, 1);
}
