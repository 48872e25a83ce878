import { sql, type SQL } from 'drizzle-orm';
import { readLeads, type Lead } from '#app/commerce/orders/staff/order-desk-store.server.ts';
import { ordersOfCompany } from '#app/commerce/customers/companies/company-documents.server.ts';
import { emailIndexOf, surnameIndexOf } from '#app/commerce/orders/orders-store.server.ts';
import { refundedPart } from '#app/commerce/orders/shown-state.ts';
import type { Position } from '#app/commerce/ledger/ledger-postings.ts';
import { ownedBy } from '#app/commerce/orders/staff/order-desk-store.server.ts';
import { keptPositions, standsAt } from '#app/commerce/ledger/ledger-store.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { keptCount } from '#app/platform/kept-read.server.ts';
import { parseReference } from '#app/values/ids.ts';
import { money, type CurrencyCode, type Money } from '#app/values/money.ts';
import { instant, type Instant } from '#app/values/dates.ts';
import { countExtrasQueue } from '../extras/extras-store.server.ts';
import { hasNumber } from '../order/flight-store.server.ts';
import { countTwins, findTwinIds } from '../order/twins-store.server.ts';
import type { DeskAlert } from './desk-alert-rules.ts';
import { readAlerts } from './desk-alerts-store.server.ts';
import { flightOrderStates, type FlightOrderState } from '../order/flight-order-status.ts';
import { deskQueues, deskQueueNames, type DeskCursor, type DeskQueue, type DeskView, type ShownFlightState } from './desk-address.ts';

/** A line of the list. Instants are ISO in UTC; `departsLocal` is the clock at the first airport. */
export interface DeskRow {
  readonly id: string;
  readonly reference: string;
  readonly status: FlightOrderState;
  readonly limit: string | null;
  /** Flights that are kept for days and paid later; the limit is their end. */
  readonly kept: boolean;
  readonly lead: Lead | null;
  readonly origin: string;
  readonly destination: string;
  readonly departsLocal: string;
  readonly airline: string;
  readonly locators: readonly string[];
  readonly supplier: string;
  readonly total: Money;
  readonly paid: Position;
  readonly owner: { readonly id: string; readonly name: string } | null;
  /** When it was placed. */
  readonly created: string;
  /** What asks for somebody, the most pressing first. */
  readonly alerts: readonly DeskAlert[];
}

export interface DeskList {
  readonly rows: readonly DeskRow[];
  /** How many orders match on all pages, as far as they were counted; `more` when there are others beyond. */
  readonly matching: { readonly count: number; readonly more: boolean };
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
  no_limit: boolean;
};

/** Columns by which a page is read, each with an index that ends in the id; and where they lie beside a surname. */
const sortKeys = {
  limit: { column: sql`limit_at`, key: sql`extract(epoch from limit_at)`, named: sql`n.limit_at`, isTime: true },
  departs: { column: sql`departs_at`, key: sql`extract(epoch from departs_at)`, named: sql`n.departs_at`, isTime: true },
  created: { column: sql`d.created_at`, key: sql`extract(epoch from d.created_at)`, named: sql`n.placed_at`, isTime: true },
  total: { column: sql`total`, key: sql`total`, named: sql`n.total`, isTime: false },
} as const satisfies Readonly<Record<DeskView['sort'], { column: SQL; key: SQL; named: SQL; isTime: boolean }>>;

/** Far beyond every order, and a time that the database knows; an address may say anything. */
const latestSecond = 9e11;
/** Whoever reads on sees that there are more; counting them all would cost more than the page. */
const mostCounted = 1_000;
/** More than anybody reads through; it only keeps a common surname from meaning every order there is. */
const mostFound = 2_000;

/** Who looks, for a view of their own orders. */
interface Looker {
  readonly me?: string;
}

/** The orders of a view, a page at a time. For pages behind `flight-orders:view`; names are opened, nothing else personal. */
export async function findFlightOrdersAsStaff(
  db: Db,
  crypto: FieldCrypto,
  view: DeskView,
  { now, most = 50, me = '' }: Looker & { readonly now: Instant; readonly most?: number },
): Promise<DeskList> {
  const matching = await matches(db, crypto, view, { me, now });
  const [found, [counted]] = await Promise.all([readInOrder(db, matching, view, most + 1), countUpTo(db, matching, mostCounted + 1)]);
  const shown = found.slice(0, most);
  const [leads, names, positions, alerts, kept] = await Promise.all([
    readLeads(
      db,
      crypto,
      shown.map((row) => row.id),
    ),
    findStaffNames(db, [...new Set(shown.flatMap((row) => row.assigned_to ?? []))]),
    keptPositions(
      db,
      shown.map((row) => row.id),
    ),
    readAlerts(db, now, shown),
    findKept(
      db,
      shown.flatMap(({ id, status }) => (status === 'held' ? [id] : [])),
    ),
  ]);
  const rows = shown.map((row): DeskRow => ({
    id: row.id,
    reference: row.reference,
    status: row.status,
    limit: row.limit_at ? new Date(row.limit_at).toISOString() : null,
    kept: kept.has(row.id),
    lead: leads.get(row.id) ?? null,
    origin: row.origin,
    destination: row.destination,
    departsLocal: row.departs_local,
    airline: row.airline,
    locators: row.locators,
    supplier: row.supplier,
    total: money(Number(row.total), row.currency),
    paid: positions.get(row.id) ?? 'unpaid',
    owner: row.assigned_to ? { id: row.assigned_to, name: names.get(row.assigned_to) ?? '–' } : null,
    created: new Date(row.created_at).toISOString(),
    alerts: alerts.get(row.id) ?? [],
  }));
  const last = shown.at(-1);
  return {
    rows,
    matching: { count: Math.min(counted!.n, mostCounted), more: counted!.n > mostCounted },
    next: found.length > most && last ? { key: last.sort_key, id: last.id, noLimit: last.no_limit } : null,
  };
}

/** Which of these orders are kept for days. */
async function findKept(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const kept = rowsOf<{ id: string }>(await db.execute(sql`select id from orders where pay_later and id in ${[...ids]}`));
  return new Set(kept.map(({ id }) => id));
}

/** How many match, no more than so many. What one table knows of an order is counted in that table. */
async function countUpTo(
  db: Db,
  { states, money, ofOrder: other, ofFlight, named, alone }: Matching,
  most: number,
): Promise<{ n: number }[]> {
  const ofOrder = [
    ...(states ? [inStates(states)] : []),
    ...other,
    ...(money ? [money.stands] : []),
    ...(named ? [sql`d.id in (select order_id from (${named}) n)`] : []),
  ];
  const from = alone
    ? alone
    : ofFlight.length === 0
      ? sql`orders d where kind = 'flight' and ${all(ofOrder)}`
      : ofOrder.length === 0
        ? sql`flight_orders d where ${all(ofFlight)}`
        : sql`flight_desk d where ${all([...ofOrder, ...ofFlight])}`;
  return rowsOf<{ n: number }>(await db.execute(sql`select count(*)::int as n from (select from ${from} limit ${most}) counted`));
}

/** References of everything a view matches, on all its pages, in its order. For pages behind `flight-orders:view`. */
export async function findMatchingReferences(
  db: Db,
  crypto: FieldCrypto,
  view: DeskView,
  { now, most, me = '' }: Looker & { readonly now: Instant; readonly most: number },
): Promise<string[]> {
  const found = await readInOrder(db, await matches(db, crypto, view, { me, now }), { ...view, after: null }, most);
  return found.map(({ reference }) => reference);
}

/** By the view's sort. By limit, orders without one stand at the far end, the newest of them first. */
async function readInOrder(db: Db, matching: Matching, view: DeskView, most: number): Promise<Row[]> {
  const { sort, descending, after } = view;
  const { states, money } = matching;
  if (matching.named) return readNamed(db, matching, matching.named, view, most);
  const whatever = all([...matching.ofOrder, ...matching.ofFlight]);
  const where = sql`${whatever} and ${inStates(states)}`;
  if (sort === 'departs' && states && isAlone(matching) && states.every(isRare)) return readRare(db, states, view, most);
  if (sort !== 'limit') return readPart(db, where, money, { by: sort, descending, after, most });
  const withLimit = (room: number) =>
    readPart(
      db,
      // A limit says whose state it is of, and how its money stands: whoever asks the order too has the database read both.
      all([
        whatever,
        states ? sql`limit_of in (${namesOf(states)})` : sql`limit_of is not null`,
        ...(money ? [sql`limit_paid = ${money.position}`] : []),
      ]),
      null,
      {
        by: 'limit',
        descending,
        after: after?.noLimit ? null : after,
        most: room,
      },
    );
  const without = async (room: number) => {
    const page = { by: 'created', descending: true, after: after?.noLimit ? after : null, most: room } as const;
    const rows = await readPart(db, sql`${where} and limit_at is null`, money, page);
    return rows.map((row) => ({ ...row, no_limit: true }));
  };
  // Once a page has begun in the second half, the first is behind it.
  const [first, second] = descending ? [without, withLimit] : [withLimit, without];
  const begunInSecond = after !== null && after.noLimit !== descending;
  const rows = begunInSecond ? [] : await first(most);
  return rows.length === most ? rows : [...rows, ...(await second(most - rows.length))];
}

/**
 * The same of orders that are named: they are sorted by what lies beside their names, and only those of the page are opened,
 * unless more is asked of them than that they are named.
 */
async function readNamed(db: Db, matching: Matching, named: SQL, view: DeskView, most: number): Promise<Row[]> {
  const { states, money, ofOrder, ofFlight } = matching;
  const others = all([...ofOrder, ...ofFlight, ...(states ? [inStates(states)] : []), ...(money ? [money.stands] : [])]);
  const { past, order, key, noLimit } = view.sort === 'limit' ? byLimit(view) : byKey(view, view.sort);
  return rowsOf<Row>(
    await db.execute(sql`
      select ${columns}, n.sort_key, n.no_limit from (
        select n.*, ${key}::text as sort_key, ${noLimit} as no_limit
        from (${named}) n where ${past} order by ${order} ${!states && isAlone(matching) ? sql`limit ${most}` : sql``}) n
      join flight_desk d on d.id = n.order_id where ${others} order by ${order} limit ${most}`),
  );
}

/** Whether nothing is asked of an order but that it is named, or in which state. */
const isAlone = ({ money, ofOrder, ofFlight }: Matching) => !money && ofOrder.length + ofFlight.length === 0;

/** States in which nearly all orders end. Any other lies beside the departure (`flight_orders.rare_state`). */
export const commonStates: readonly FlightOrderState[] = ['expired', 'ticketed', 'flown'];
const isRare = (state: FlightOrderState) => !commonStates.includes(state);

/** Orders of rare states by departure: each state is read from its own end of an index, and only those of the page are opened. */
async function readRare(db: Db, states: readonly FlightOrderState[], { descending, after }: DeskView, most: number): Promise<Row[]> {
  const { turn, beyond } = turnOf(descending);
  const past = after ? sql`and (f.departs_at, f.order_id) ${beyond} (${instantAt(after)}, ${after.id})` : sql``;
  const page = sql`order by departs_at ${turn}, order_id ${turn} limit ${most}`;
  return rowsOf<Row>(
    await db.execute(sql`
      select ${columns}, extract(epoch from n.departs_at)::text as sort_key, false as no_limit from (
        select f.* from unnest(${sql.param(states)}::text[]) s(state) cross join lateral (
          select f.order_id, f.departs_at from flight_orders f where f.rare_state = s.state ${past} ${page}) f ${page}) n
      join flight_desk d on d.id = n.order_id order by n.departs_at ${turn}, n.order_id ${turn}`),
  );
}

/** How named orders are sorted: after which row, in which order, by what, and whether they have no limit. */
interface NamedOrder {
  readonly past: SQL;
  readonly order: SQL;
  readonly key: SQL;
  readonly noLimit: SQL;
}

const instantAt = (after: DeskCursor) => sql`to_timestamp(${Math.min(Number(after.key), latestSecond)}::double precision)`;
const turnOf = (descending: boolean) =>
  descending ? { turn: sql.raw('desc'), beyond: sql.raw('<') } : { turn: sql.raw('asc'), beyond: sql.raw('>') };

function byKey({ descending, after }: DeskView, sort: Exclude<DeskView['sort'], 'limit'>): NamedOrder {
  const { named, isTime } = sortKeys[sort];
  const { turn, beyond } = turnOf(descending);
  return {
    past: after
      ? sql`(${named}, n.order_id) ${beyond} (${isTime ? instantAt(after) : sql`${after.key}::numeric`}, ${after.id})`
      : sql`true`,
    order: sql`${named} ${turn}, n.order_id ${turn}`,
    key: isTime ? sql`extract(epoch from ${named})` : named,
    noLimit: sql`false`,
  };
}

/** Those without a limit stand at the far end, the newest of them first. */
function byLimit({ descending, after }: DeskView): NamedOrder {
  const { turn, beyond } = turnOf(descending);
  const unlimited = after && sql`n.limit_at is null and (n.placed_at, n.order_id) < (${instantAt(after)}, ${after.id})`;
  const limited = after && sql`n.limit_at is not null and (n.limit_at, n.order_id) ${beyond} (${instantAt(after)}, ${after.id})`;
  const other = sql.raw(descending ? 'n.limit_at is not null' : 'n.limit_at is null');
  const past = !after
    ? sql`true`
    : after.noLimit === descending
      ? sql`(${descending ? unlimited : limited} or ${other})`
      : after.noLimit
        ? unlimited!
        : limited!;
  return {
    past,
    order: sql`n.limit_at is null ${turn}, n.limit_at ${turn}, case when n.limit_at is not null then n.order_id end ${turn}, n.placed_at desc, n.order_id desc`,
    key: sql`extract(epoch from coalesce(n.limit_at, n.placed_at))`,
    noLimit: sql`n.limit_at is null`,
  };
}

const columns = sql.raw(
  'd.id, d.reference, d.status, d.limit_at, d.origin, d.destination, d.departs_local, d.airline, d.locators, d.supplier, d.total, d.currency, d.assigned_to, d.created_at',
);

async function readPart(
  db: Db,
  where: SQL,
  money: Matching['money'],
  page: { readonly by: DeskView['sort']; readonly descending: boolean; readonly after: DeskCursor | null; readonly most: number },
): Promise<Row[]> {
  const { column, key, isTime } = sortKeys[page.by];
  // How money stands lies beside when its order was placed: the newest of a rare state are not sought among all that are newer.
  const byState = money && page.by === 'created';
  const [by, id] = byState ? [sql`m.created_at`, sql`m.order_id`] : [column, sql`id`];
  const from = byState
    ? sql`flight_desk d join order_money_states m on m.order_id = d.id and m.kind = 'flight' and m.state = ${money.position}`
    : sql`flight_desk d`;
  const stands = money && !byState ? sql`and ${money.stands}` : sql``;
  const turn = sql.raw(page.descending ? 'desc' : 'asc');
  const { after } = page;
  const begin =
    after && (isTime ? sql`to_timestamp(${Math.min(Number(after.key), latestSecond)}::double precision)` : sql`${after.key}::numeric`);
  const past = after ? sql`and (${by}, ${id}) ${sql.raw(page.descending ? '<' : '>')} (${begin}, ${after.id})` : sql``;
  return rowsOf<Row>(
    await db.execute(sql`
      select ${columns}, (${key})::text as sort_key, false as no_limit
      from ${from} where ${where} ${stands} ${past} order by ${by} ${turn}, ${id} ${turn} limit ${page.most}`),
  );
}

/** States that orders end in and stay in: most of all there are. Their number is kept for half a minute. */
const endedStates: readonly FlightOrderState[] = ['expired', 'ticketed', 'flown', 'no_show', 'changed', 'cancelled', 'voided', 'refunded'];
const ended = keptCount<readonly { status: FlightOrderState; n: number }[]>();

interface Counted {
  readonly all: number;
  readonly soon: number;
}

/** How many orders each queue holds, and how many of them are due within the hour. What is over may be half a minute old. */
export async function countDeskQueues(db: Db, now: number): Promise<Readonly<Record<DeskQueue, Counted>>> {
  const soonUntil = new Date(now + 3_600_000).toISOString();
  const countOf = async (states: readonly FlightOrderState[]) =>
    rowsOf<{ status: FlightOrderState; n: number }>(
      await db.execute(sql`
        select status, count(*)::int as n from orders where kind = 'flight' and status in (${namesOf(states)}) group by status`),
    );
  const [open, over, dueSoon, extras, twins] = await Promise.all([
    countOf(flightOrderStates.filter((state) => !endedStates.includes(state))),
    ended.read(db, 'ended', now, () => countOf(endedStates)),
    db
      .execute(
        sql`select limit_of as status, count(*)::int as n from flight_orders
          where limit_of is not null and limit_at <= ${soonUntil}::timestamptz group by limit_of`,
      )
      .then(rowsOf<{ status: FlightOrderState; n: number }>),
    countExtrasQueue(db, instant(now)),
    countTwins(db, instant(now)),
  ]);
  const sum = (rows: readonly { status: FlightOrderState; n: number }[], states: readonly FlightOrderState[]) =>
    rows.filter((row) => states.includes(row.status)).reduce((all, row) => all + row.n, 0);
  const count = (states: readonly FlightOrderState[]) => ({ all: sum([...open, ...over], states), soon: sum(dueSoon, states) });
  const counts = Object.fromEntries(deskQueueNames.map((name) => [name, count(deskQueues[name])])) as Record<DeskQueue, Counted>;
  return { ...counts, ancillaries: extras, duplicate: { all: twins, soon: 0 } };
}

const namesOf = (states: readonly string[]) =>
  sql.join(
    states.map((state) => sql`${state}`),
    sql`, `,
  );

const inStates = (states: readonly string[] | null) => (states ? sql`status in (${namesOf(states)})` : sql`true`);

/** What a view asks of an order: of its row, and of its flights; and its states, where it asks for some of them. */
interface Matching {
  readonly ofOrder: readonly SQL[];
  readonly ofFlight: readonly SQL[];
  readonly states: readonly FlightOrderState[] | null;
  /** How its money stands: which way, and as a condition on any order. */
  readonly money: { readonly position: Position; readonly stands: SQL } | null;
  /** The orders that a word means, each with what the list is sorted by; null where none is said. */
  readonly named: SQL | null;
  /** What else knows how many there are, where nothing but one thing is asked. */
  readonly alone: SQL | null;
}

const all = (parts: readonly SQL[]) => (parts.length > 0 ? sql.join([...parts], sql` and `) : sql`true`);

async function matches(
  db: Db,
  crypto: FieldCrypto,
  view: DeskView,
  { me, now }: { readonly me: string; readonly now: Instant },
): Promise<Matching> {
  const queue: readonly FlightOrderState[] = deskQueues[view.queue];
  const wants = (state: ShownFlightState) => view.states.includes(state);
  const asked = view.states.length > 0 ? queue.filter((state) => wants(state) || (state === 'refunded' && wants(refundedPart))) : queue;
  // Both are one state of an order, and are told apart by its money.
  const inPart = sql`exists (select from order_money_states m where m.order_id = id and m.state = 'part-refunded')`;
  const states = asked.length > 0 && asked.length < flightOrderStates.length ? asked : null;
  const given = (parts: readonly (SQL | string | null | false | undefined)[]) =>
    parts.filter((part) => typeof part === 'object' && part !== null);
  const named = view.find === '' ? null : said(crypto, view.find);
  const ofOrder = given([
    // Orders with an extra that could not be issued, whatever else they are.
    view.queue === 'ancillaries' && sql`id in (select order_id from flight_extras where status = 'failed')`,
    view.queue === 'duplicate' && sql`id = any(${sql.param(await findTwinIds(db, now))}::text[])`,
    asked.length === 0 && sql`false`,
    asked.includes('refunded') && view.states.length > 0 && wants('refunded') !== wants(refundedPart)
      ? sql`(status <> 'refunded' or ${wants(refundedPart) ? inPart : sql`not ${inPart}`})`
      : null,
    view.owner &&
      (view.owner === 'nobody'
        ? sql`assigned_to is null`
        : await ownedBy(db, 'flight', view.owner === 'mine' ? me : view.owner, { id: sql`id`, owner: sql`assigned_to` })),
    view.shownIn && sql`shown_currency = ${view.shownIn}`,
    view.company && sql`id = any(${ordersOfCompany(view.company)})`,
  ]);
  const ofFlight = given([
    view.from && sql`origin = ${view.from}`,
    view.to && sql`destination = ${view.to}`,
    view.departsFrom && sql`departs_on >= ${view.departsFrom}::date`,
    view.departsUntil && sql`departs_on <= ${view.departsUntil}::date`,
    view.airline && sql`airline = ${view.airline}`,
    view.supplier && sql`supplier = ${view.supplier}`,
  ]);
  const money = view.paid ? { position: view.paid, stands: await standsAt(db, 'flight', view.paid, sql`d.id`) } : null;
  const isOne = states === null && ofOrder.length + ofFlight.length === 0 && (named === null) !== (money === null);
  const inMoney = view.paid && sql`order_money_states where kind = 'flight' and state = ${view.paid}`;
  return { states, money, ofOrder, ofFlight, named, alone: isOne ? (named ? sql`(${named}) n` : inMoney || null) : null };
}

/**
 * Orders that a caller's word means, the newest of a common name, each with what the list is sorted by. It may be any of the
 * things a caller reads out; names and e-mails are only ever compared by their index.
 */
function said(crypto: FieldCrypto, typed: string): SQL {
  const word = typed.toUpperCase().replace(/[\s-]/g, '');
  // With its check digit, or with the end of the last of several in conjunction, it is the ticket of its first thirteen.
  const ticket = /^\d{13,15}$/.test(word) ? word.slice(0, 13) : null;
  // "Layla Al Mansoori" is found by "Mansoori", "Al Mansoori" and the whole: a surname is not known by its place.
  const words = typed.split(/\s+/);
  const surnames = [...new Set(words.map((_, from) => surnameIndexOf(crypto, words.slice(from).join(' '))))];
  const newest = sql`order by placed_at desc limit ${mostFound}`;
  const ofName = (surname: string) =>
    sql`(select order_id, placed_at, limit_at, departs_at, total from flight_surnames where surname_index = ${surname} ${newest})`;
  return sql`
    select o.id as order_id, o.created_at as placed_at, f.limit_at, f.departs_at, o.total
    from orders o join flight_orders f on f.order_id = o.id where o.kind = 'flight' and o.id in (
      select id from orders where kind = 'flight' and reference = ${parseReference(typed) ?? ''}
      union select order_id from flight_contracts where locator = ${word}
      ${ticket ? sql`union select order_id from flight_tickets where ${hasNumber(ticket)}` : sql``}
      union (select id from orders where kind = 'flight' and email_index = ${emailIndexOf(crypto, typed)} order by created_at desc limit ${mostFound}))
    union (select * from (${sql.join(surnames.map(ofName), sql` union all `)}) n ${newest})`;
}

function rowsOf<Row>(result: unknown): Row[] {
  return (result as { rows: Row[] }).rows;
}
