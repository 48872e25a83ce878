import { sql } from 'drizzle-orm';
import type { QuotedPrices, Unsold } from '#app/commerce/pricing/shown-quotes-store.server.ts';

/** What is left of the quotes to callers that were sent between two moments: each option is a price that somebody was told. */
const sentAndOpen = (since: string, until: string) =>
  sql`q.order_id is null and q.sent_at >= ${since}::timestamptz and q.sent_at <= ${until}::timestamptz`;
const from = sql`flight_quotes q join flight_quote_options o on o.quote_id = q.id`;

/** The options of quotes to callers that became no order, as they were priced. */
export const quotedFlightPrices: QuotedPrices = {
  async count(db, { since, until }) {
    const { rows } = (await db.execute(sql`select count(*)::int as prices from ${from} where ${sentAndOpen(since, until)}`)) as unknown as {
      rows: { prices: number }[];
    };
    return rows[0]!.prices;
  },
  async next(db, { since, until, after, all, most, batch }) {
    const name = sql`q.id || '.' || o.number`;
    const beyond = after ? sql`and (q.sent_at, ${name}) > (${after.at}::timestamptz, ${after.subject})` : sql``;
    const sampled = all > most ? sql`and mod(abs(hashtext(${name})::bigint), ${all}::bigint) < ${most}` : sql``;
    const { rows } = (await db.execute(sql`
      select ${name} as subject, q.sent_at::text as at, o.price as quote from ${from}
      where ${sentAndOpen(since, until)} ${sampled} ${beyond}
      order by q.sent_at, ${name} limit ${batch}`)) as unknown as { rows: Unsold[] };
    return rows;
  },
};
