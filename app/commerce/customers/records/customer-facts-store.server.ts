import { sql, type SQL } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { consultationEmailIndex } from '../../consultations/consultations-store.server.ts';
import { emailIndexOf as inquiryIndexOf } from '../../inquiries/inquiries-store.server.ts';
import { emailIndexOf } from '../../orders/orders-store.server.ts';
import { ticketEmailIndex } from '../../tickets/tickets-store.server.ts';

/** By what the rows of one customer are found. */
export interface Keyring {
  readonly accounts: readonly string[];
  /** Proved or used for an order; in lower case. */
  readonly mails: readonly string[];
}

const list = (values: readonly string[]) =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

/** Rows of a table that belong to an account of theirs, or to nobody's account and a mail address of theirs. */
function belongsTo(keys: Keyring, fingerprint: (mail: string) => string): SQL {
  const ways = [
    ...(keys.accounts.length > 0 ? [sql`user_id in (${list(keys.accounts)})`] : []),
    ...(keys.mails.length > 0 ? [sql`(user_id is null and email_index in (${list(keys.mails.map(fingerprint))}))`] : []),
  ];
  return ways.length === 0 ? sql`false` : sql`(${sql.join(ways, sql` or `)})`;
}

export const ordersOf = (crypto: FieldCrypto, keys: Keyring) => belongsTo(keys, (mail) => emailIndexOf(crypto, mail));
export const inquiriesOf = (crypto: FieldCrypto, keys: Keyring) => belongsTo(keys, (mail) => inquiryIndexOf(crypto, mail));
export const consultationsOf = (crypto: FieldCrypto, keys: Keyring) => belongsTo(keys, (mail) => consultationEmailIndex(crypto, mail));
export const ticketsOf = (crypto: FieldCrypto, keys: Keyring) => belongsTo(keys, (mail) => ticketEmailIndex(crypto, mail));

export const rowsOf = async <Row>(db: Db | Tx, statement: SQL): Promise<Row[]> =>
  ((await db.execute(statement)) as unknown as { rows: Row[] }).rows;

export interface CustomerFigures {
  readonly orders: number;
  /** Fils of AED: invoiced less credited; of that, what was not paid. */
  readonly lifetime: number;
  readonly balance: number;
}

/** Orders that nobody ever paid or kept are not orders of a customer. */
export const neverWere = ['draft', 'priced', 'price_changed', 'expired'];

export async function readFigures(db: Db | Tx, crypto: FieldCrypto, keys: Keyring): Promise<CustomerFigures> {
  const [row] = await rowsOf<{ orders: number; lifetime: string; balance: string }>(
    db,
    sql`
      with mine as (select id, status from orders where ${ordersOf(crypto, keys)}),
      billed as (select order_id, sum(gross) as gross from invoices where order_id in (select id from mine) group by order_id),
      paid as (
        select t.order_id, sum(-e.amount) as money from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
          join ledger_accounts a on a.id = e.account_id
        where t.order_id in (select id from mine) and a.code = 'customer-funds' group by t.order_id
      )
      select (select count(*)::int from mine where status not in (${list(neverWere)})) as orders,
        coalesce((select sum(gross) from billed), 0) as lifetime,
        coalesce((select sum(greatest(0, gross - coalesce(money, 0))) from billed left join paid using (order_id)), 0) as balance`,
  );
  return { orders: row!.orders, lifetime: Number(row!.lifetime), balance: Number(row!.balance) };
}

export interface NewestOrder {
  readonly id: string;
  readonly contact: string;
  readonly language: string;
  readonly created_at: string | Date;
  readonly personal: string | null;
  readonly person_index: string | null;
}

/** Their newest order with whoever travels first in it, still sealed. */
export async function findNewestOrder(db: Db | Tx, crypto: FieldCrypto, keys: Keyring): Promise<NewestOrder | null> {
  const [row] = await rowsOf<NewestOrder>(
    db,
    sql`
      select o.id, o.contact, o.language, o.created_at, t.personal, t.person_index
      from (select * from orders where ${ordersOf(crypto, keys)} order by created_at desc limit 1) o
      left join order_travellers t on t.order_id = o.id and t.position = 0`,
  );
  return row ?? null;
}

export interface NewestWords {
  readonly id: string;
  readonly contact: string;
  readonly language: string;
  readonly created_at: string | Date;
}

/** Their newest inquiry or advice call, still sealed. */
export async function findNewestWords(
  db: Db | Tx,
  crypto: FieldCrypto,
  what: 'inquiries' | 'consultations',
  keys: Keyring,
): Promise<NewestWords | null> {
  const whose = what === 'inquiries' ? inquiriesOf(crypto, keys) : consultationsOf(crypto, keys);
  const [row] = await rowsOf<NewestWords>(
    db,
    sql`select id, contact, language, created_at from ${sql.identifier(what)} where ${whose} order by created_at desc limit 1`,
  );
  return row ?? null;
}

/** When they first and last did something with us. */
export async function readContactTimes(
  db: Db | Tx,
  crypto: FieldCrypto,
  keys: Keyring,
): Promise<{ first: Date | null; last: Date | null }> {
  const [row] = await rowsOf<{ first: string | Date | null; last: string | Date | null }>(
    db,
    sql`
      select min(at) as first, max(at) as last from (
        select created_at as at from orders where ${ordersOf(crypto, keys)}
        union all select created_at from inquiries where ${inquiriesOf(crypto, keys)}
        union all select changed_at from inquiries where ${inquiriesOf(crypto, keys)}
        union all select created_at from consultations where ${consultationsOf(crypto, keys)}
        ${keys.accounts.length > 0 ? sql`union all select created_at from users where id in (${list(keys.accounts)})` : sql``}
      ) seen`,
  );
  const date = (value: string | Date | null | undefined) => (value ? new Date(value) : null);
  return { first: date(row?.first), last: date(row?.last) };
}

export interface AccountFacts {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly phone: string | null;
  readonly created_at: string | Date;
  readonly staff: boolean;
}

/** Accounts by their ids, the oldest first; those of people who were forgotten are left out. */
export async function findAccountFacts(db: Db | Tx, ids: readonly string[]): Promise<AccountFacts[]> {
  if (ids.length === 0) return [];
  return rowsOf<AccountFacts>(
    db,
    sql`
      select u.id, u.name, u.email, u.email_verified, u.phone, u.created_at,
        exists (select 1 from internal_users s where s.user_id = u.id) as staff
      from users u where u.id in (${list(ids)}) and u.email not like '%.invalid' order by u.created_at, u.id`,
  );
}

/** Whose row a change is about, as that row names them. */
export interface ChangedRow {
  readonly id: string;
  readonly user_id: string | null;
  readonly contact: string;
  readonly unwanted: boolean;
}

export async function findChangedRow(db: Db | Tx, kind: 'order' | 'inquiry' | 'consultation', id: string): Promise<ChangedRow | null> {
  const statements = {
    order: sql`select id, user_id, contact, email_index like 'erased:%' as unwanted from orders where id = ${id}`,
    inquiry: sql`select id, user_id, contact, suspect or email_index like 'erased:%' as unwanted from inquiries where id = ${id}`,
    consultation: sql`select id, user_id, contact, false as unwanted from consultations where id = ${id}`,
  };
  const [row] = await rowsOf<ChangedRow>(db, statements[kind]);
  return row ?? null;
}
