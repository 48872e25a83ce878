import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import { cutPage, keysetQuery, type SortedBy } from '#app/platform/keyset-query.server.ts';
import type { ListView } from '#app/ui/desk-list/list-address.ts';
import type { ShortPage } from '#app/ui/desk-list/short-list.ts';
import { namesCompany } from '../companies-store.server.ts';
import { companies } from '../companies.tables.ts';
import type { CompanyColumn, CompanyFilter, CompanyQueue } from './company-list.ts';

/** A company as the list shows it, with what the house knows of its people together. Nobody's name or address. */
export interface CompanyRow {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly nameAr: string;
  readonly trn: string | null;
  readonly licence: string;
  readonly domain: string;
  readonly termsDays: number;
  readonly ownerId: string | null;
  readonly archived: boolean;
  readonly changedAt: string;
  readonly members: number;
  readonly orders: number;
  /** Fils of AED. */
  readonly lifetime: number;
  readonly balance: number;
}

type Read = {
  id: string;
  version: number;
  name: string;
  name_ar: string;
  trn: string | null;
  licence: string;
  domain: string;
  terms_days: number;
  owner_id: string | null;
  archived: boolean;
  changed_at: string | Date;
  members: number;
  orders: number;
  lifetime: string;
  balance: string;
  key: string | number;
};

const ownMembers = sql`from company_members m join customers k on k.id = m.customer_id where m.until is null and k.merged_into is null`;

/** What a list that is sorted by a figure needs of every company: that figure alone, of whom it is not nothing. */
const figureOf = {
  members: sql`select m.company_id, count(*) as figure from company_members m where m.until is null group by m.company_id`,
  lifetime: sql`select m.company_id, sum(k.lifetime) as figure ${ownMembers} group by m.company_id`,
  // What somebody owes is never less than nothing.
  balance: sql`select m.company_id, sum(k.balance) as figure ${ownMembers} and k.balance > 0 group by m.company_id`,
} as const;
type Figure = keyof typeof figureOf;
const isFigure = (sort: string): sort is Figure => Object.hasOwn(figureOf, sort);

function byOf(sort: string): SortedBy {
  if (isFigure(sort)) return { key: sql`coalesce(figure, 0)`, type: 'number' };
  return sort === 'changed' ? { key: sql`companies.changed_at`, type: 'time' } : { key: sql`lower(companies.name)`, type: 'text' };
}

/** Without sums: every tab is counted on every page. */
const ofQueue: Readonly<Record<CompanyQueue, SQL>> = {
  current: sql`companies.archived_at is null`,
  owing: sql`companies.archived_at is null and companies.id in (
    select m.company_id from company_members m join customers k on k.id = m.customer_id
    where m.until is null and k.merged_into is null and k.balance > 0)`,
  empty: sql`companies.archived_at is null and companies.id not in (select m.company_id from company_members m where m.until is null)`,
  archived: sql`companies.archived_at is not null`,
  all: sql`true`,
};
const queueNames = Object.keys(ofQueue) as CompanyQueue[];

/** With what is known of those who belong to each of a few companies now. */
const withTheirs = (few: SQL) => sql`${few} left join lateral (
  select count(*)::int as members, sum(k.orders)::int as orders, sum(k.lifetime)::bigint as lifetime, sum(k.balance)::bigint as balance
  from company_members m join customers k on k.id = m.customer_id where m.until is null and m.company_id = companies.id) f on true`;

const columns = sql`
  companies.id, companies.version, companies.name, companies.name_ar, companies.trn, companies.licence, companies.domain,
  companies.terms_days, companies.owner_id, companies.archived_at is not null as archived, companies.changed_at,
  coalesce(f.members, 0) as members, coalesce(f.orders, 0) as orders, coalesce(f.lifetime, 0) as lifetime,
  coalesce(f.balance, 0) as balance`;

type View = Pick<ListView<CompanyQueue, CompanyFilter, CompanyColumn>, 'queue' | 'find' | 'filters' | 'sort' | 'descending' | 'after'>;

function wanted({ find, filters: { owner, number, terms } }: View, me: string): SQL {
  return sql.join(
    [
      sql`true`,
      ...(owner === '' ? [] : [owner === 'nobody' ? sql`companies.owner_id is null` : sql`companies.owner_id = ${me}`]),
      ...(number === '' ? [] : [number === 'with' ? sql`companies.trn is not null` : sql`companies.trn is null`]),
      ...(terms === '' ? [] : [terms === 'later' ? sql`companies.terms_days > 0` : sql`companies.terms_days = 0`]),
      ...(find === '' ? [] : [namesCompany(find)]),
    ],
    sql` and `,
  );
}

/** A page of the list as it is asked for, with how many each tab has. The caller has judged access. */
export async function listCompanies(
  db: Db,
  view: View,
  { me, most }: { readonly me: string; readonly most: number },
): Promise<ShortPage<CompanyRow>> {
  const { past, order, told } = keysetQuery(byOf(view.sort), sql`companies.id`, view);
  const asked = wanted(view, me);
  const figure = isFigure(view.sort) ? sql`left join (${figureOf[view.sort]}) s on s.company_id = companies.id` : null;
  const page = sql`${asked} and ${ofQueue[view.queue]} and ${past} order by ${order} limit ${most + 1}`;
  const counts = sql.join(
    queueNames.map((queue) => sql`(count(*) filter (where ${ofQueue[queue]}))::int as ${sql.identifier(queue)}`),
    sql`, `,
  );
  const [found, counted] = await Promise.all([
    db.execute(
      sql`select ${columns}, companies.key from ${withTheirs(
        sql`(select companies.*, ${told} as key${figure ? sql`, s.figure` : sql``} from ${companies} ${figure ?? sql``} where ${page}) companies`,
      )} order by ${order}`,
    ),
    db.execute(sql`select ${counts} from ${companies} where ${asked}`),
  ]);
  const { rows } = found as unknown as { rows: Read[] };
  const { shown, next } = cutPage(rows, most, ({ key, id }) => ({ key, id }));
  return {
    rows: shown.map(rowOf),
    next,
    counts: (counted as unknown as { rows: Record<CompanyQueue, number>[] }).rows[0]!,
  };
}

/** These companies by their ids, in that order; unknown ones are left out. The caller has judged access. */
export async function findCompaniesByIds(db: Db, ids: readonly string[]): Promise<CompanyRow[]> {
  if (ids.length === 0) return [];
  const { rows } = (await db.execute(sql`
    select ${columns}, 0 as key
    from unnest(${sql.param([...ids])}::text[]) with ordinality asked(id, place) join ${withTheirs(sql`${companies} on companies.id = asked.id`)}
    order by asked.place`)) as unknown as { rows: Read[] };
  return rows.map(rowOf);
}

const rowOf = (row: Read): CompanyRow => ({
  id: row.id,
  version: row.version,
  name: row.name,
  nameAr: row.name_ar,
  trn: row.trn,
  licence: row.licence,
  domain: row.domain,
  termsDays: row.terms_days,
  ownerId: row.owner_id,
  archived: row.archived,
  changedAt: new Date(row.changed_at).toISOString(),
  members: Number(row.members),
  orders: Number(row.orders),
  lifetime: Number(row.lifetime),
  balance: Number(row.balance),
});
