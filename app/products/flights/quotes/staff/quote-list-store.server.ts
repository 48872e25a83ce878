import { sql, type SQL } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { keptCount } from '#app/platform/kept-read.server.ts';
import type { Instant } from '#app/values/dates.ts';
import type { CurrencyCode } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { QuoteContact } from '../flight-quote-form.ts';
import type { QuoteStanding } from '../flight-quote-status.ts';
import { quoteEmailIndex } from '../flight-quotes-store.server.ts';
import { type QuoteListView, type QuoteQueue, type QuoteSort } from './quote-list-view.ts';

/** A quote as the list shows it. Instants are ISO in UTC. */
export interface QuoteRow {
  readonly id: string;
  readonly reference: string;
  readonly standing: QuoteStanding;
  readonly name: string;
  readonly origin: string;
  readonly destination: string;
  /** YYYY-MM-DD */
  readonly departs: string;
  readonly travellers: number;
  readonly options: number;
  readonly lowest: number;
  readonly currency: CurrencyCode;
  readonly validUntil: string;
  readonly language: LanguageCode;
  readonly order: string | null;
  /** Id of a colleague. */
  readonly by: string;
  readonly changed: string;
}

type Row = {
  id: string;
  reference: string;
  standing: QuoteStanding;
  contact: string;
  origin: string;
  destination: string;
  departs_on: string;
  travellers: number;
  options: number;
  lowest: string;
  currency: CurrencyCode;
  expires_at: string | Date;
  language: LanguageCode;
  order_reference: string | null;
  made_by: string;
  changed_at: string | Date;
  sort_key: string;
};

const rowsOf = <Found>(result: unknown): Found[] => (result as { rows: Found[] }).rows;

/** The SQL twin of `findStanding`, which tests compare. */
const standing = (now: Instant): SQL => sql`(case
  when q.status = 'withdrawn' then 'withdrawn'
  when q.status = 'accepted' and o.status not in ('expired', 'cancelled', 'refund_due', 'refunded', 'voided') then 'accepted'
  when q.expires_at <= ${new Date(now).toISOString()}::timestamptz then 'expired'
  when q.status = 'accepted' then case when q.seen_at is null then 'sent' else 'seen' end
  else q.status end)`;

const later = (now: Instant): SQL => sql`q.expires_at > ${new Date(now).toISOString()}::timestamptz`;

/** What stands open or unsent still has time: the few of them are found by their end. */
function ofQueue(queue: QuoteQueue, now: Instant): SQL {
  if (queue === 'all') return sql`true`;
  if (queue === 'open') return sql`(${later(now)} and ${standing(now)} in ('sent', 'seen'))`;
  if (queue === 'draft') return sql`(${later(now)} and ${standing(now)} = 'draft')`;
  return sql`${standing(now)} = ${queue}`;
}

/** A sort by the column that its index holds, and the place of a row in it as the address says it: seconds or minor units. */
const keys: Readonly<Record<QuoteSort, { readonly column: SQL; readonly key: SQL; readonly from: (key: string) => SQL }>> = {
  changed: { column: sql`q.changed_at`, key: sql`extract(epoch from q.changed_at)`, from: secondsOf },
  validUntil: { column: sql`q.expires_at`, key: sql`extract(epoch from q.expires_at)`, from: secondsOf },
  departs: {
    column: sql`q.departs_on`,
    key: sql`extract(epoch from q.departs_on::timestamp)`,
    from: (key) => sql`(${secondsOf(key)} at time zone 'utc')::date`,
  },
  lowest: { column: sql`q.lowest`, key: sql`q.lowest`, from: (key) => sql`${Math.trunc(Number(key))}::bigint` },
};

/** The last second that both the database and a date of the house can say. */
const latestSecond = 9e11;

function secondsOf(key: string): SQL {
  return sql`to_timestamp(${Math.min(Number(key), latestSecond)}::double precision)`;
}

const from = sql`from flight_quotes q left join orders o on o.id = q.order_id`;

function conditions(crypto: FieldCrypto, view: QuoteListView, me: string): SQL[] {
  const { find } = view;
  const said = find.includes('@')
    ? sql`q.email_index = ${quoteEmailIndex(crypto, find)}`
    : /^[A-Za-z]{3}$/.test(find)
      ? sql`(${find.toUpperCase()} in (q.origin, q.destination) or q.reference like ${`${find.toUpperCase()}%`})`
      : sql`q.reference like ${`${find.toUpperCase().replace(/[^0-9A-Z-]/g, '')}%`}`;
  return [
    ...(find ? [said] : []),
    ...(view.language ? [sql`q.language = ${view.language}`] : []),
    ...(view.mine ? [sql`q.made_by = ${`staff:${me}`}`] : []),
    ...(view.inquiry ? [sql`q.inquiry_id = (select id from inquiries where reference = ${view.inquiry})`] : []),
    // Records that were put together are one customer.
    ...(view.customer
      ? [sql`q.customer_id in (select id from customers where id = ${view.customer} or merged_into = ${view.customer})`]
      : []),
  ];
}

/** Quotes of the list, a page at a time. For pages behind `flight-orders:view`. */
export async function findQuoteRows(
  db: Db,
  crypto: FieldCrypto,
  view: QuoteListView,
  { now, most, me }: { readonly now: Instant; readonly most: number; readonly me: string },
): Promise<{ readonly rows: QuoteRow[]; readonly next: { readonly key: string; readonly id: string } | null }> {
  const { column, key, from: fromKey } = keys[view.sort];
  const turn = sql.raw(view.descending ? 'desc' : 'asc');
  const where = [
    ofQueue(view.queue, now),
    ...conditions(crypto, view, me),
    ...(view.after ? [sql`(${column}, q.id) ${sql.raw(view.descending ? '<' : '>')} (${fromKey(view.after.key)}, ${view.after.id})`] : []),
  ];
  const found = rowsOf<Row>(
    await db.execute(sql`
      select q.id, q.reference, ${standing(now)} as standing, q.contact, q.origin, q.destination, q.departs_on::text, q.travellers,
        (select count(*)::int from flight_quote_options p where p.quote_id = q.id) as options, q.lowest, q.currency, q.expires_at, q.language,
        o.reference as order_reference, q.made_by, q.changed_at, (${key})::text as sort_key
      ${from} where ${sql.join(where, sql` and `)} order by ${column} ${turn}, q.id ${turn} limit ${most + 1}`),
  );
  const shown = found.slice(0, most);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => ({
      id: row.id,
      reference: row.reference,
      standing: row.standing,
      name: (JSON.parse(crypto.open(row.contact, `flight_quotes|contact|${row.id}`)) as QuoteContact).name,
      origin: row.origin,
      destination: row.destination,
      departs: row.departs_on,
      travellers: row.travellers,
      options: row.options,
      lowest: Number(row.lowest),
      currency: row.currency,
      validUntil: new Date(row.expires_at).toISOString(),
      language: row.language,
      order: row.order_reference,
      by: row.made_by.replace(/^staff:/, ''),
      changed: new Date(row.changed_at).toISOString(),
    })),
    next: found.length > most && last ? { key: last.sort_key, id: last.id } : null,
  };
}

const over = keptCount<Counted>();

type Counted = readonly { readonly standing: QuoteStanding; readonly n: number }[];

/** How many stand in each tab. What has no time left may be half a minute old. */
export async function countQuotes(db: Db, now: Instant): Promise<Readonly<Record<QuoteQueue, number>>> {
  const count = async (which: SQL) =>
    rowsOf<Counted[number]>(
      await db.execute(sql`select ${standing(now)} as standing, count(*)::int as n ${from} where ${which} group by 1`),
    );
  const all = [...(await count(later(now))), ...(await over.read(db, 'over', now, () => count(sql`not (${later(now)})`)))];
  const sum = (...of: readonly QuoteStanding[]) =>
    all.filter((row) => of.length === 0 || of.includes(row.standing)).reduce((n, row) => n + row.n, 0);
  return {
    open: sum('sent', 'seen'),
    draft: sum('draft'),
    accepted: sum('accepted'),
    expired: sum('expired'),
    withdrawn: sum('withdrawn'),
    all: sum(),
  };
}
