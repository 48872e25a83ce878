import type { Db } from '#app/platform/database.server.ts';
import { dateIn, instant, type CalendarDate } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { houseBank, houseCredit } from '../ledger/ledger-postings.ts';
import { findCaptures } from '../ledger/ledger-store.server.ts';
import { walletNames } from '../payments/wallets.ts';
import { findPaymentsByIds } from '../payments/payments-store.server.ts';

/** What is receipted of one payment of an order, counted from its first: parts, two cards and what was added later each have one. */
export interface Receipt {
  readonly number: number;
  readonly amount: Money;
  /** When the money was taken, ISO in UTC. */
  readonly paidAt: string;
  /** The day of it in Dubai. */
  readonly paidOn: CalendarDate;
  readonly way: 'card' | 'four' | 'transfer' | 'credit';
  /** The last four digits of the card; null where its provider does not say, and for other ways. */
  readonly ending: string | null;
  /** What gave that card, by its name; null where it was typed. */
  readonly wallet: string | null;
}

/** Money that was taken for orders, by their ids and in the order it came. The caller has judged access. */
export async function listReceipts(db: Db, orderIds: readonly string[]): Promise<ReadonlyMap<string, readonly Receipt[]>> {
  const captures = await findCaptures(db, orderIds);
  const own = await findPaymentsByIds(
    db,
    captures.map(({ paymentId }) => paymentId),
  );
  // The card of a share is that of the payment which the bank knows.
  const whole = await findPaymentsByIds(
    db,
    own.flatMap(({ partOf }) => partOf ?? []),
  );
  const byId = new Map([...whole, ...own].map((payment) => [payment.id, payment]));
  const receipt = ({ paymentId, amount, currency, at }: (typeof captures)[number], index: number): Receipt => {
    const payment = byId.get(paymentId);
    const provider = payment?.provider;
    const way = provider === houseCredit ? 'credit' : provider === houseBank ? 'transfer' : (payment?.method ?? 'card');
    const card = payment?.cardEnding ? payment : byId.get(payment?.partOf ?? '');
    return {
      number: index + 1,
      amount: money(amount, currency),
      paidAt: at,
      paidOn: dateIn('Asia/Dubai', instant(Date.parse(at))),
      way,
      ending: (way === 'card' && card?.cardEnding) || null,
      wallet: way === 'card' && card?.wallet ? walletNames[card.wallet] : null,
    };
  };
  return new Map([...Map.groupBy(captures, ({ orderId }) => orderId)].map(([orderId, taken]) => [orderId, taken.map(receipt)]));
}

export const receiptPaper = (number: number, language: string): string => `receipt-${number}-${language}.pdf`;
