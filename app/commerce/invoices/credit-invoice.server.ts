import { randomUUID } from 'node:crypto';
import type { Tx } from '#app/platform/database.server.ts';
import { dateIn, type Instant } from '#app/values/dates.ts';
import { money, roundHalfUp } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { creditLines, leftToCredit, totalsOf, withinLeft } from './invoice-lines.ts';
import {
  creditNotesOf,
  findInvoiceByKey,
  getInvoiceForCredit,
  insertInvoice,
  nextNumber,
  readSeller,
  type Invoice,
} from './invoices-store.server.ts';
import { creditSeries } from './number-series.ts';

/**
 * Issues a credit note that refers to an invoice, inside the caller's transaction; the invoice itself is never changed.
 * `lines` says how many fils of each position are taken back; absent, everything that is left. The sum of the credit
 * notes never passes the invoice: a second one for the same line is refused when nothing is left of it.
 */
export async function creditInvoice(
  tx: Tx,
  now: Instant,
  credit: {
    readonly invoiceId: string;
    readonly key: string;
    readonly reason: string;
    readonly lines?: ReadonlyMap<number, number>;
    /** Of a line that has less left than is wished, because part of it went back before, the other lines bear the rest. */
    readonly atMostLeft?: true;
  },
): Promise<Outcome<Invoice, 'not-an-invoice' | 'more-than-left' | 'nothing-to-credit'>> {
  // The counter's lock comes first in every document, so that two of them cannot wait for each other.
  const sequence = await nextNumber(tx, creditSeries, Number(dateIn('Asia/Dubai', now).slice(0, 4)));
  const before = await findInvoiceByKey(tx, credit.key);
  if (before) return done(before);
  const invoice = await getInvoiceForCredit(tx, credit.invoiceId);
  if (!invoice || invoice.kind !== 'invoice') return refuse('not-an-invoice');
  const earlier = (await creditNotesOf(tx, invoice.id)).flatMap((note) => note.lines);
  const left = leftToCredit(invoice.lines, earlier);
  const whole = new Map([...left].map(([position, { gross }]) => [position, gross]));
  const wanted = !credit.lines ? whole : credit.atMostLeft ? withinLeft(whole, credit.lines) : credit.lines;
  const lines = creditLines(invoice.lines, earlier, wanted);
  if (typeof lines === 'string') return refuse(lines);
  const totals = totalsOf(lines);
  const charged = money(roundHalfUp((invoice.chargedAmount * totals.gross) / invoice.gross), invoice.chargedCurrency);
  const { orderId, orderReference, ownerId, buyer, supplyDate, rate } = invoice;
  return done(
    await insertInvoice(tx, {
      head: {
        id: randomUUID(),
        ...sequence.take(),
        kind: 'credit-note',
        refersTo: invoice.id,
        key: credit.key,
        orderId,
        orderReference,
        ownerId,
        buyer,
        supplyDate,
        rate,
        // It takes back what stands in the return under the emirate of its invoice.
        seller: { ...(await readSeller(tx)), emirate: invoice.seller.emirate ?? 'DU' },
        reason: credit.reason,
        issuedAt: new Date(now),
        dueOn: null,
        chargedAmount: charged.amount,
        chargedCurrency: charged.currency,
        ...totals,
      },
      lines,
      saveNumber: sequence.save,
    }),
  );
}
