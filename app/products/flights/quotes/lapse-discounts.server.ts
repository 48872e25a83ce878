import { followApproval } from '#app/platform/approvals.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { eachRow } from '#app/platform/each-row.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { lockFlightQuote, type FlightQuote } from './flight-quotes-store.server.ts';
import type { QuoteDiscount } from './flight-quotes.tables.ts';
import { findLivingDiscounts, findOverdueWishes, moveDiscount } from './quote-discounts-store.server.ts';

/** The call for the second person of a discount. */
export const approvalOf = (quote: Pick<FlightQuote, 'reference'>, { id, amount }: Pick<QuoteDiscount, 'id' | 'amount'>) => ({
  kind: 'flight-discount',
  subject: `flight_quote_discounts:${id}`,
  detail: { reference: quote.reference, amount: (amount / 100).toFixed(2) },
});

/** Ends what waits or counts on a quote that was written anew, taken back or taken: the caller holds its lock. */
export async function lapseDiscounts(
  tx: Tx,
  now: Instant,
  quote: Pick<FlightQuote, 'id' | 'reference'>,
  who: string,
  which: 'waiting' | 'all',
): Promise<void> {
  for (const discount of await findLivingDiscounts(tx, quote.id)) {
    if (which === 'waiting' && discount.status !== 'asked') continue;
    await moveDiscount(tx, now, discount, { status: 'lapsed', by: who });
    await audit(tx, now, { actor: who, action: 'flight-discount.lapse', subject: `flight_quote_discounts:${discount.id}` });
    await followApproval(tx, now, approvalOf(quote, discount), { waits: false, by: who });
  }
}

/** Calls nobody for a wish whose quote is over. */
export async function lapseOverdueWishes(platform: Platform): Promise<void> {
  const { db, crypto, clock } = platform;
  await eachRow(platform, 'flight quote', await findOverdueWishes(db, clock.now()), (id) =>
    transact(db, async (tx) => {
      const quote = await lockFlightQuote(tx, crypto, id);
      if (quote && quote.expiresAt.getTime() <= clock.now()) await lapseDiscounts(tx, clock.now(), quote, 'system', 'waiting');
    }),
  );
}
