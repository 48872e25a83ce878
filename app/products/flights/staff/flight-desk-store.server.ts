import { sql, type SQL } from 'drizzle-orm';
import { readLeads, type Lead } from '#app/commerce/orders/staff/order-desk-store.server.ts';
import { emailIndexOf, surnameIndexOf } from '#app/commerce/orders/orders-store.server.ts';
import { moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { parseReference } from '#app/values/ids.ts';
import { money, type CurrencyCode, type Money } from '#app/values/money.ts';
import type { FlightOrderState } from '../flight-order-status.ts';
import { deskQueues, type DeskCursor, type DeskQueue, type DeskView } from './desk-address.ts';

/** A line of the list. Instants are ISO in UTC; `departsLocal` is the clock at the first airport. */
export interface DeskRow {
  readonly id: string;
  readonly reference: string;
  readonly status: FlightOrderState;
  readonly limit: string | null;
  readonly lead: Lead | null;
  readonly origin: string;
  readonly destination: string;
  readonly departsLocal: string;
  readonly airline: string;
  readonly locators: readonly string[];
  readonly supplier: string;
  readonly total: Money;
  readonly paid: Awaited<ReturnType<typeof moneyPosition>>['position'];
  readonly owner: { readonly id: string; readonly name: string } | null;
  /** When it was placed. */
  readonly created: string;
}

export interface DeskList {
  readonly rows: readonly DeskRow[];
  /** How many orders match, on all pages. */
  readonly matching: number;
  readonly next: DeskCursor | null;
}

type Row = {
  id: string;
  reference: string;
  status: FlightOrderState;
  limit_at: string | Date | null;
  origin: string;
  destination: string;
  departs_local: string;
  airline: string;
  locators: string[];
  supplier: string;
  total: string;
  currency: CurrencyCode;
  assigned_to: string | null;
  created_at: string | Date;
  sort_key: string;
  tie: string;
};

const sortKeys: Readonly<Record<DeskView['sort'], SQL>> = {
  // An order without a limit comes after every order that has one.
  limit: sql`coalesce(extract(epoch from limit_at), 1000000000000)`,
  departs: sql`extract(epoch from departs_at)`,
  created: sql`extract(epoch from created_at)`,
  total: sql`total::numeric`,
};

/** Who looks, for a view of their own orders. */
interface Looker {
  readonly me?: string;
}

/** The orders of a view, a page at a time. For pages behind `flight-orders:view`; names are opened, nothing else personal. */
export async function findFlightOrdersAsStaff(
  db: Db,
  crypto: FieldCrypto,
  view: DeskView,
  { most = 50, me = '' }: Looker & { readonly most?: number } = {},
): Promise<DeskList> {
  const where = matches(crypto, view, me);
  const key = view.descending ? sql`-(${sortKeys[view.sort]})` : sortKeys[view.sort];
  // Newest first among equals.
  const tie = sql`-extract(epoch from created_at)`;
  const { after } = view;
  const page = after ? sql`and (${key}, ${tie}, id) > (${after.key}::numeric, ${after.tie}::numeric, ${after.id})` : sql``;
  const found = rowsOf<Row>(
    await db.execute(sql`
      select id, reference, status, limit_at, origin, destination, departs_local, airline, locators, supplier, total, currency,
        assigned_to, created_at, (${key})::text as sort_key, (${tie})::text as tie
      from flight_desk where ${where} ${page} order by ${key}, ${tie}, id limit ${most + 1}`),
  );
  const [counted] = rowsOf<{ n: number }>(await db.execute(sql`select count(*)::int as n from flight_desk where ${where}`));
  const shown = found.slice(0, most);
  const leads = await readLeads(
    db,
    crypto,
    shown.map((row) => row.id),
  );
  const names = await findStaffNames(db, [...new Set(shown.flatMap((row) => row.assigned_to ?? []))]);
  const rows: DeskRow[] = [];
  for (const row of shown) {
    const total = money(Number(row.total), row.currency);
    rows.push({
      id: row.id,
      reference: row.reference,
      status: row.status,
      limit: row.limit_at ? new Date(row.limit_at).toISOString() : null,
      lead: leads.get(row.id) ?? null,
      origin: row.origin,
      destination: row.destination,
      departsLocal: row.departs_local,
      airline: row.airline,
      locators: row.locators,
      supplier: row.supplier,
      total,
      paid: (await moneyPosition(db, row.id, total)).position,
      owner: row.assigned_to ? { id: row.assigned_to, name: names.get(row.assigned_to) ?? '–' } : null,
      created: new Date(row.created_at).toISOString(),
    });
  }
  const last = shown.at(-1);
  return {
    rows,
    matching: counted!.n,
    next: found.length > most && last ? { key: last.sort_key, tie: last.tie, id: last.id } : null,
  };
}

/** References of everything a view matches, on all its pages, in its order. For pages behind `flight-orders:view`. */
export async function findMatchingReferences(
  db: Db,
  crypto: FieldCrypto,
  view: DeskView,
  { most, me = '' }: Looker & { readonly most: number },
): Promise<string[]> {
  const key = view.descending ? sql`-(${sortKeys[view.sort]})` : sortKeys[view.sort];
  const found = rowsOf<{ reference: string }>(
    await db.execute(sql`
      select reference from flight_desk where ${matches(crypto, view, me)}
      order by ${key}, -extract(epoch from created_at), id limit ${most}`),
  );
  return found.map(({ reference }) => reference);
}

/** How many orders each queue holds, and how many of them are due within the hour. */
export async function countDeskQueues(
  db: Db,
  now: number,
): Promise<Readonly<Record<DeskQueue, { readonly all: number; readonly soon: number }>>> {
  const soon = new Date(now + 3_600_000).toISOString();
  const byStatus = rowsOf<{ status: FlightOrderState; n: number; soon: number }>(
    await db.execute(sql`
      select status, count(*)::int as n, (count(*) filter (where limit_at <= ${soon}::timestamptz))::int as soon
      from flight_desk group by status`),
  );
  const count = (states: readonly FlightOrderState[]) => {
    const mine = byStatus.filter((row) => states.includes(row.status));
    return { all: mine.reduce((sum, row) => sum + row.n, 0), soon: mine.reduce((sum, row) => sum + row.soon, 0) };
  };
  return {
    'ticket-now': count(deskQueues['ticket-now']),
    'hold-expiring': count(deskQueues['hold-expiring']),
    'failed-stuck': count(deskQueues['failed-stuck']),
    changes: count(deskQueues.changes),
    refunds: count(deskQueues.refunds),
    all: count(deskQueues.all),
  };
}

function matches(crypto: FieldCrypto, view: DeskView, me: string): SQL {
  const states: readonly FlightOrderState[] = deskQueues[view.queue];
  const asked = view.states.length > 0 ? states.filter((state) => view.states.includes(state)) : states;
  const parts = [
    sql`status in (${sql.join(asked.length > 0 ? asked.map((state) => sql`${state}`) : [sql`''`], sql`, `)})`,
    view.from && sql`origin = ${view.from}`,
    view.to && sql`destination = ${view.to}`,
    view.departsFrom && sql`departs_on >= ${view.departsFrom}::date`,
    view.departsUntil && sql`departs_on <= ${view.departsUntil}::date`,
    view.airline && sql`airline = ${view.airline}`,
    view.owner && (view.owner === 'nobody' ? sql`assigned_to is null` : sql`assigned_to = ${view.owner === 'mine' ? me : view.owner}`),
    view.find && found(crypto, view.find),
  ].filter((part) => typeof part !== 'string');
  return sql.join(parts, sql` and `);
}

/** What was typed may be any of the things a caller reads out. Names and e-mails are only ever compared by their index. */
function found(crypto: FieldCrypto, typed: string): SQL {
  const word = typed.toUpperCase().replace(/[\s-]/g, '');
  // "Layla Al Mansoori" is found by "Mansoori", "Al Mansoori" and the whole: a surname is not known by its place.
  const words = typed.split(/\s+/);
  const surnames = words.map((_, from) => surnameIndexOf(crypto, words.slice(from).join(' ')));
  const ways = [
    sql`reference = ${parseReference(typed) ?? ''}`,
    sql`${word} = any(locators)`,
    sql`id in (select order_id from flight_tickets where number = ${word})`,
    sql`email_index = ${emailIndexOf(crypto, typed)}`,
    sql`id in (select order_id from order_travellers where surname_index in (${sql.join(
      surnames.map((index) => sql`${index}`),
      sql`, `,
    )}))`,
  ];
  return sql`(${sql.join(ways, sql` or `)})`;
}

function rowsOf<Row>(result: unknown): Row[] {
  return (result as { rows: Row[] }).rows;
}
