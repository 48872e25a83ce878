import { sql, type SQL } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { keptCount, KeptRead } from '#app/platform/kept-read.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { parseReference } from '#app/values/ids.ts';
import { emailIndexOf } from '../../orders/orders-store.server.ts';
import { belongsTo, hasOpenOrder, hasTag, heardFrom, heardUntil, readsLetter } from '../records/customer-conditions.server.ts';
import { phoneKey, wordsOfName } from '../records/customer-rules.ts';
import type { CustomerTag, Risk } from '../records/customer-kinds.ts';
import { nameWordOf, phoneIndexOf, readPerson, type CustomerPerson } from '../records/customers-store.server.ts';
import { customerQueues, type CustomerQueue, type CustomerSort, type CustomerView } from './customer-list-view.ts';

/** A customer as the list shows them; who they are is opened, and masked by whoever shows it. */
export interface CustomerRow extends CustomerPerson {
  readonly id: string;
  readonly hasAccount: boolean;
  readonly country: string | null;
  readonly language: string | null;
  readonly orders: number;
  /** Fils of AED. */
  readonly lifetime: number;
  readonly balance: number;
  readonly firstSeenAt: string;
  readonly lastContactAt: string;
  readonly tags: readonly CustomerTag[];
  readonly risk: Risk;
  readonly blocked: boolean;
}

type Read = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  has_account: boolean;
  country: string | null;
  language: string | null;
  orders: number;
  lifetime: string;
  balance: string;
  first_seen_at: string | Date;
  last_contact_at: string | Date;
  tags: CustomerTag[];
  risk: Risk;
  blocked: boolean;
};

const rowsOf = <Row>(result: unknown): Row[] => (result as { rows: Row[] }).rows;

const ofQueue: Readonly<Record<CustomerQueue, SQL>> = {
  all: sql`true`,
  accounts: sql`has_account`,
  guests: sql`not has_account`,
  owing: sql`balance > 0`,
  risk: sql`risk <> 'none'`,
  blocked: sql`blocked_at is not null`,
};

/** What a word means: an address of mail, a telephone number, the reference of an order, or words of a name. */
function said(crypto: FieldCrypto, word: string): SQL {
  const ways: SQL[] = [];
  const reference = parseReference(word);
  const words = wordsOfName(word).map((one) => nameWordOf(crypto, one));
  if (word.includes('@')) {
    const index = emailIndexOf(crypto, word);
    ways.push(sql`select id from customers where email_index = ${index}`);
    ways.push(sql`select customer_id from customer_keys where kind = 'mail' and key = ${index}`);
  } else if (words.length > 0) {
    ways.push(sql`select id from customers where name_words @> ${JSON.stringify(words)}::jsonb`);
  }
  if (reference)
    ways.push(sql`
      select k.customer_id from orders o join customer_keys k
        on k.kind = case when o.user_id is null then 'mail' else 'account' end and k.key = coalesce(o.user_id, o.email_index)
      where o.reference = ${reference}`);
  if (/^[+\d][\d\s().-]{5,}$/.test(word))
    for (const number of numbersMeant(word)) ways.push(sql`select id from customers where phone_index = ${phoneIndexOf(crypto, number)}`);
  return ways.length === 0 ? sql`false` : sql`id in (${sql.join(ways, sql` union `)})`;
}

/** A number as it was typed, and as one of the Emirates that leaves out the country. */
function numbersMeant(typed: string): string[] {
  const digits = phoneKey(typed);
  return digits.startsWith('0') ? [digits, `971${digits.slice(1)}`] : [digits, `971${digits}`];
}

function conditions(crypto: FieldCrypto, view: CustomerView): SQL[] {
  return [
    sql`merged_into is null`,
    // A search looks everywhere: who is on the telephone does not know the tab.
    view.find === '' ? ofQueue[view.queue] : said(crypto, view.find),
    ...(view.country ? [sql`country = ${view.country}`] : []),
    ...(view.language ? [sql`language = ${view.language}`] : []),
    ...(view.risk ? [sql`risk = ${view.risk}`] : []),
    ...(view.orders ? [view.orders === 'yes' ? hasOpenOrder : sql`not ${hasOpenOrder}`] : []),
    ...(view.letter ? [view.letter === 'yes' ? readsLetter : sql`not ${readsLetter}`] : []),
    ...(view.company ? [belongsTo(view.company)] : []),
    ...(view.from ? [heardFrom(view.from)] : []),
    ...(view.until ? [heardUntil(view.until)] : []),
    ...(view.tag && !isWalked(view) ? [hasTag(view.tag)] : []),
  ];
}

/** A tag is sought among all who have one, in the order of the list; a search means fewer, and so does a company. */
const isWalked = (view: CustomerView) => view.tag !== '' && view.find === '' && view.company === '';

const keys: Readonly<Record<CustomerSort, { readonly column: SQL; readonly type: SQL }>> = {
  contact: { column: sql`last_contact_at`, type: sql.raw('timestamptz') },
  // As wide as a number in an address may be, which the column is not.
  orders: { column: sql`orders`, type: sql.raw('bigint') },
  lifetime: { column: sql`lifetime`, type: sql.raw('bigint') },
  balance: { column: sql`balance`, type: sql.raw('bigint') },
};

/** Customers of the list, keyset by its sort and the id. The caller has judged access. */
export async function findCustomerRows(db: Db, crypto: FieldCrypto, view: CustomerView, most: number): Promise<CustomerRow[]> {
  const { column, type } = keys[view.sort];
  const turn = sql.raw(view.descending ? 'desc' : 'asc');
  const readable = view.after && (view.sort !== 'contact') === /^-?\d+$/.test(view.after.key);
  const past = readable
    ? [sql`(${column}, id) ${sql.raw(view.descending ? '<' : '>')} (${view.after!.key}::${type}, ${view.after!.id})`]
    : [];
  // Walked before it is asked who has the tag: asked at once, the database takes them for far fewer than they are.
  const tagged = sql`
    (select id as tagged, key from (
      select id, ${column} as key, tags from customers where ${sql.join([sql`merged_into is null and tags <> '{}'`, ...past], sql` and `)}
      order by ${column} ${turn}, id ${turn} offset 0) known where ${hasTag(view.tag)}) t join customers on id = t.tagged`;
  const [from, by, behind] = isWalked(view) ? [tagged, sql`t.key`, []] : [sql`customers`, column, past];
  const rows = rowsOf<Read>(
    await db.execute(sql`
      select id, name, email, phone, has_account, country, language, orders, lifetime, balance, first_seen_at, last_contact_at, tags, risk,
        blocked_at is not null as blocked
      from ${from} where ${sql.join([...conditions(crypto, view), ...behind], sql` and `)}
      order by ${by} ${turn}, id ${turn} limit ${most}`),
  );
  return rows.map((row) => ({
    id: row.id,
    ...readPerson(crypto, row),
    hasAccount: row.has_account,
    country: row.country,
    language: row.language,
    orders: row.orders,
    lifetime: Number(row.lifetime),
    balance: Number(row.balance),
    firstSeenAt: new Date(row.first_seen_at).toISOString(),
    lastContactAt: new Date(row.last_contact_at).toISOString(),
    tags: row.tags,
    risk: row.risk,
    blocked: row.blocked,
  }));
}

/** These customers with the version that was looked at, by their ids and in that order; the merged are left out. The caller has judged access. */
export async function findCustomersByIds(
  db: Db,
  crypto: FieldCrypto,
  ids: readonly string[],
): Promise<(CustomerPerson & { readonly id: string; readonly version: number; readonly tags: readonly CustomerTag[] })[]> {
  if (ids.length === 0) return [];
  const rows = rowsOf<Pick<Read, 'id' | 'name' | 'email' | 'phone' | 'tags'> & { version: number }>(
    await db.execute(sql`
      select c.id, c.name, c.email, c.phone, c.tags, c.version
      from unnest(${sql.param(ids)}::text[]) with ordinality asked(id, place) join customers c on c.id = asked.id
      where c.merged_into is null order by asked.place`),
  );
  return rows.map((row) => ({ id: row.id, ...readPerson(crypto, row), version: row.version, tags: row.tags }));
}

/** As far as matching customers are counted. */
export const mostCounted = 1_000;
const matchingCounts = keptCount<number>();

/** How many customers match, one more than `mostCounted` where there are more; at most half a minute old. */
export function countMatchingCustomers(db: Db, crypto: FieldCrypto, view: CustomerView, now: Instant): Promise<number> {
  const { columns: _columns, sort: _sort, descending: _descending, after: _after, ...filters } = view;
  const count = async () => {
    const where = sql.join([...conditions(crypto, view), ...(isWalked(view) && view.tag ? [hasTag(view.tag)] : [])], sql` and `);
    const [row] = rowsOf<{ count: string }>(
      await db.execute(sql`select count(*) as count from (select 1 from customers where ${where} limit ${mostCounted + 1}) m`),
    );
    return Number(row!.count);
  };
  // Words of a search are as many as people type, and may name somebody: nothing is kept by them.
  return view.find === '' ? matchingCounts.read(db, JSON.stringify(filters), now, count) : count();
}

/** Where the next page begins. */
export function cursorOf(view: CustomerView, last: CustomerRow): { key: string; id: string } {
  const key = view.sort === 'contact' ? last.lastContactAt : String(last[view.sort]);
  return { key, id: last.id };
}

const kept = keptCount<Readonly<Record<CustomerQueue, number>>>();

/** How many stand in each tab; up to half a minute old. */
export function countCustomers(db: Db, now: Instant): Promise<Readonly<Record<CustomerQueue, number>>> {
  return kept.read(db, 'queues', now, async () => {
    // Each from an index that has no other customers: together they read the row of everybody.
    const counted = customerQueues.filter((queue) => queue !== 'all');
    const counts = sql.join(
      counted.map(
        (queue) => sql`(select count(*)::int from customers where merged_into is null and ${ofQueue[queue]}) as ${sql.identifier(queue)}`,
      ),
      sql`, `,
    );
    const [row] = rowsOf<Record<Exclude<CustomerQueue, 'all'>, number>>(await db.execute(sql`select ${counts}`));
    return { ...row!, all: row!.accounts + row!.guests };
  });
}

/** Countries that customers are from, by their codes. */
const keptCountries = new KeptRead<readonly string[]>(30_000);
export function countriesOfCustomers(db: Db, now: Instant): Promise<readonly string[]> {
  return keptCountries.read(db, 'countries', now, async () => {
    // One step of the index for each country, not one for each customer.
    const rows = rowsOf<{ country: string }>(
      await db.execute(sql`
        with recursive known as (
          (select country from customers where merged_into is null and country is not null order by country limit 1)
          union all
          select (select c.country from customers c where c.merged_into is null and c.country > known.country order by c.country limit 1)
          from known where known.country is not null
        ) select country from known where country is not null`),
    );
    return rows.map((row) => row.country);
  });
}
