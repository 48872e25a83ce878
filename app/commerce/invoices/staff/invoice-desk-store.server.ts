import { sql, type SQL } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { keptCount } from '#app/platform/kept-read.server.ts';
import { addDays, dateIn, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { parseReference } from '#app/values/ids.ts';
import { instantOf, localTime } from '#app/values/local-time.ts';
import type { CurrencyCode } from '#app/values/money.ts';
import { documentsOfCompany, isOfCompany } from '../../customers/companies/company-documents.server.ts';
import { emailIndexOf, surnameIndexOf } from '../../orders/orders-store.server.ts';
import type { EInvoiceState } from '../e-invoice/e-invoice-rules.ts';
import { eInvoiceStateSql } from '../e-invoice/e-invoices-store.server.ts';
import type { Standing } from '../invoice-standing-rules.ts';
import { findStandings } from '../invoice-standings.server.ts';
import { invoiceAddress, noInvoiceFilters, type InvoiceQueue, type InvoiceView } from './invoice-list-view.ts';

export const houseZone = 'Asia/Dubai';

/** A document as the list shows it; fils, a credit note's negative. */
export interface InvoiceRow {
  readonly id: string;
  readonly number: string;
  readonly series: string;
  readonly kind: 'invoice' | 'credit-note';
  readonly refersTo: string | null;
  readonly orderId: string;
  readonly orderReference: string;
  readonly ownerId: string | null;
  readonly buyer: string;
  readonly issuedAt: string;
  readonly supplyDate: CalendarDate;
  readonly net: number;
  readonly vat: number;
  readonly gross: number;
  readonly currency: CurrencyCode;
  readonly standing: Standing;
  /** The next unpaid part of the order's plan; without a plan, the day that the invoice says. */
  readonly dueOn: CalendarDate | null;
  readonly creditNotes: number;
  readonly eInvoice: EInvoiceState;
  /** How the provider calls it, where it was handed over. */
  readonly eInvoiceRef: string;
}

type Read = {
  id: string;
  number: string;
  series: string;
  kind: InvoiceRow['kind'];
  refers_to: string | null;
  order_id: string;
  order_reference: string;
  owner_id: string | null;
  buyer: string;
  issued_at: string | Date;
  supply_date: CalendarDate;
  net: string;
  vat: string;
  gross: string;
  charged_currency: CurrencyCode;
  due_on: CalendarDate | null;
  e_invoice: EInvoiceState;
  e_invoice_ref: string | null;
};

const rowsOf = <Row>(result: unknown): Row[] => (result as { rows: Row[] }).rows;
const startOf = (day: string) => new Date(instantOf(houseZone, localTime(day as CalendarDate, '00:00'))).toISOString();

/** Where a page of documents is read: what its rows come from, and the moment, sum and id by which they are sorted. */
interface Source {
  readonly from: SQL;
  /** What the ids lie in beside what they are sorted by, where that is not the documents themselves. */
  readonly kept?: SQL;
  readonly issuedAt: SQL;
  readonly gross: SQL;
  readonly id: SQL;
}
const fromAll: Source = { from: sql`invoices i`, issuedAt: sql`i.issued_at`, gross: sql`i.gross`, id: sql`i.id` };
/** What few documents are is kept beside what lists are sorted by, and read from there. */
const fromKept = (kept: SQL): Source => ({
  kept,
  from: sql`${kept} w join invoices i on i.id = w.invoice_id`,
  issuedAt: sql`w.issued_at`,
  gross: sql`w.gross`,
  id: sql`w.invoice_id`,
});
const fromOpen = fromKept(sql`open_invoices`);
const fromCredited = fromKept(sql`credited_invoices`);
const overdueOn = (today: CalendarDate) => sql`w.due_on < ${today}::date`;

/** A search looks everywhere: who reads out a number does not know the tab. */
function sourceOf(crypto: FieldCrypto, { queue, find }: InvoiceView): Source {
  if (find !== '') return said(crypto, find);
  if (queue === 'credited') return fromCredited;
  return queue === 'open' || queue === 'overdue' ? fromOpen : fromAll;
}

function ofQueue({ queue, find }: InvoiceView, today: CalendarDate): SQL[] {
  if (find !== '') return [];
  if (queue === 'overdue') return [overdueOn(today)];
  if (queue === 'invoices') return [sql`i.series = 'INV'`];
  return queue === 'credit-notes' ? [sql`i.series = 'CRN'`] : [];
}

/** Fils of an amount that was typed. */
const filsOf = (typed: string) => Math.round(Number(typed) * 100);

function conditions(view: InvoiceView, { issuedAt, gross, id }: Source, today: CalendarDate): SQL[] {
  return [
    ...ofQueue(view, today),
    ...(view.company ? [sql`${id} = any(${documentsOfCompany(view.company)})`] : []),
    ...(view.buyer === '' ? [] : [view.buyer === 'company' ? isOfCompany(sql`i`) : sql`not ${isOfCompany(sql`i`)}`]),
    ...(view.from ? [sql`${issuedAt} >= ${startOf(view.from)}::timestamptz`] : []),
    ...(view.eInvoice === '' ? [] : view.eInvoice === 'not-needed' ? [sql`i.buyer ->> 'trn' is null`] : [ofEInvoice(view.eInvoice)]),
    ...(view.product ? [sql`exists (select 1 from orders o where o.id = i.order_id and o.kind = ${view.product})`] : []),
    ...(view.currency ? [sql`i.charged_currency = ${view.currency}`] : []),
    ...(view.least ? [sql`(${gross} >= ${filsOf(view.least)} or ${gross} <= ${-filsOf(view.least)})`] : []),
    ...(view.most ? [sql`${gross} between ${-filsOf(view.most)} and ${filsOf(view.most)}`] : []),
    ...(view.until ? [sql`${issuedAt} < ${startOf(addDays(view.until as CalendarDate, 1))}::timestamptz`] : []),
  ];
}

/** The few documents that need one are found by an index of theirs. */
const ofEInvoice = (state: EInvoiceState) => sql`i.buyer ->> 'trn' is not null and ${eInvoiceStateSql} = ${state}`;

/** What a word means: the start of a number, of a reference or of a buyer's name, an e-mail, a surname, an account. */
function said(crypto: FieldCrypto, word: string): Source {
  const account = /^customer:([\w-]{1,64})$/.exec(word)?.[1];
  if (account) return { ...fromAll, from: sql`(select * from invoices where owner_id = ${account}) i` };
  const plain = word.replaceAll(/[\\%_]/g, '');
  const upper = plain.toUpperCase();
  const reference = parseReference(word);
  const words = plain.split(/\s+/);
  const surnames = [...new Set(words.map((_, from) => surnameIndexOf(crypto, words.slice(from).join(' '))))];
  const newest = sql`order by issued_at desc limit 2000`;
  const ways = [
    sql`i.number like ${`${upper}%`}`,
    sql`i.order_reference like ${`${reference ?? upper}%`}`,
    sql`lower(i.buyer ->> 'name') like ${`${plain.toLowerCase()}%`}`,
    ...(word.includes('@') ? [sql`i.order_id in (select id from orders where email_index = ${emailIndexOf(crypto, word)})`] : []),
  ].map((way) => sql`(select i.id, i.issued_at, i.gross from invoices i where ${way} ${newest})`);
  const ofNames = surnames.map(
    (surname) => sql`(select invoice_id as id, issued_at, gross from invoice_surnames where surname_index = ${surname} ${newest})`,
  );
  const ofName = sql`(select * from (${sql.join(ofNames, sql` union all `)}) n ${newest})`;
  return fromKept(sql`(select id as invoice_id, issued_at, gross from (${sql.join([...ways, ofName], sql` union `)}) a)`);
}

const asksDocuments = ({ eInvoice, product, currency, buyer }: InvoiceView) =>
  [eInvoice, product, currency, buyer].some((one) => one !== '');

/** As far as matching documents are counted. */
export const mostCounted = 1_000;
const matchingCounts = keptCount<number>();

/** How many documents match, one more than `mostCounted` where there are more; at most half a minute old. */
export async function countMatchingInvoices(db: Db, crypto: FieldCrypto, view: InvoiceView, now: Instant): Promise<number> {
  const asked = { ...view, after: null };
  if (invoiceAddress(asked, noInvoiceFilters) === invoiceAddress(asked))
    return Math.min(mostCounted + 1, (await countInvoices(db, now))[view.queue]);
  const { columns: _columns, sort: _sort, descending: _descending, ...filters } = asked;
  const count = async () => {
    const source = sourceOf(crypto, view);
    const from = source.kept && !asksDocuments(view) ? sql`${source.kept} w` : source.from;
    const where = sql.join([sql`true`, ...conditions(view, source, dateIn(houseZone, now))], sql` and `);
    const [row] = rowsOf<{ count: string }>(
      await db.execute(sql`select count(*) as count from (select 1 from ${from} where ${where} limit ${mostCounted + 1}) m`),
    );
    return Number(row!.count);
  };
  // Words of a search are as many as people type, and may name somebody: nothing is kept by them.
  return view.find === '' ? matchingCounts.read(db, JSON.stringify(filters), now, count) : count();
}

/** Documents of the list, keyset by its sort and the id. The caller has judged access. */
export async function findInvoiceRows(
  db: Db,
  crypto: FieldCrypto,
  view: InvoiceView,
  ask: { readonly now: Instant; readonly most: number },
): Promise<InvoiceRow[]> {
  const today = dateIn(houseZone, ask.now);
  const source = sourceOf(crypto, view);
  const { from, id } = source;
  const key = view.sort === 'gross' ? source.gross : source.issuedAt;
  const type = sql.raw(view.sort === 'gross' ? 'bigint' : 'timestamptz');
  const turn = sql.raw(view.descending ? 'desc' : 'asc');
  const readable = view.after && (view.sort === 'gross') === /^-?\d+$/.test(view.after.key);
  const past = readable
    ? [sql`(${key}, ${id}) ${sql.raw(view.descending ? '<' : '>')} (${view.after!.key}::${type}, ${view.after!.id})`]
    : [];
  const where = sql`where ${sql.join([sql`true`, ...conditions(view, source, today), ...past], sql` and `)}`;
  const order = sql`order by ${key} ${turn}, ${id} ${turn}`;
  const page = sql`${where} ${order} limit ${ask.most}`;
  // The page is cut before its documents are opened, unless they are asked for what only they say.
  const cut = source.kept && !asksDocuments(view) ? fromKept(sql`(select w.* from ${source.kept} w ${page})`).from : null;
  return withStandings(db, await (cut ? select(db, cut, order) : select(db, from, page)), today);
}

/** These documents by their numbers, in the order of the numbers; unknown ones are left out. The caller has judged access. */
export async function findRowsByNumber(db: Db, now: Instant, numbers: readonly string[]): Promise<InvoiceRow[]> {
  if (numbers.length === 0) return [];
  const named = sql.join(
    numbers.map((number) => sql`${number}`),
    sql`, `,
  );
  return withStandings(db, await select(db, fromAll.from, sql`where i.number in (${named}) order by i.number`), dateIn(houseZone, now));
}

/** Every document of an order with its standing, oldest first. The caller has judged access. */
export async function findRowsOfOrder(db: Db, now: Instant, orderId: string): Promise<InvoiceRow[]> {
  return withStandings(
    db,
    await select(db, fromAll.from, sql`where i.order_id = ${orderId} order by i.issued_at, i.kind desc, i.sequence`),
    dateIn(houseZone, now),
  );
}

/** The documents that still owe something, the longest due first; of one company, where it is named. */
export async function findOwing(db: Db, now: Instant, most: number, company: string | null = null): Promise<InvoiceRow[]> {
  const today = dateIn(houseZone, now);
  const ofCompany = company === null ? sql`` : sql`where w.invoice_id = any(${documentsOfCompany(company)})`;
  const rows = await select(db, fromOpen.from, sql`${ofCompany} order by w.issued_at, w.invoice_id limit ${most}`);
  return (await withStandings(db, rows, today)).filter((row) => row.standing.due > 0);
}

/** How many invoices to companies are past their day, and what is due of the first so many of them; fils. */
export async function owedByCompanies(
  db: Db,
  now: Instant,
  most: number,
): Promise<{ readonly invoices: number; readonly due: number; readonly more: boolean }> {
  const today = dateIn(houseZone, now);
  const where = sql`where ${overdueOn(today)} and ${isOfCompany(sql`i`)}`;
  const rows = await withStandings(
    db,
    await select(db, fromOpen.from, sql`${where} order by w.issued_at, w.invoice_id limit ${most + 1}`),
    today,
  );
  const read = rows.slice(0, most);
  return { invoices: read.length, due: read.reduce((sum, row) => sum + row.standing.due, 0), more: rows.length > most };
}

async function select(db: Db, from: SQL, rest: SQL): Promise<Read[]> {
  return rowsOf<Read>(
    await db.execute(sql`
      select i.id, i.number, i.series, i.kind, i.refers_to, i.order_id, i.order_reference, i.owner_id, i.buyer ->> 'name' as buyer,
        i.issued_at, i.supply_date::text as supply_date, i.net, i.vat, i.gross, i.charged_currency,
        i.due_on::text as due_on,
        ${eInvoiceStateSql} as e_invoice,
        (select h.provider_ref from e_invoice_hand_overs h where h.invoice_id = i.id and h.taken_back_at is null) as e_invoice_ref
      from ${from} ${rest}`),
  );
}

async function withStandings(db: Db, rows: readonly Read[], today: CalendarDate): Promise<InvoiceRow[]> {
  if (rows.length === 0) return [];
  const { standings, dueOn, documents } = await findStandings(
    db,
    rows.map((row) => row.order_id),
    today,
  );
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    series: row.series,
    kind: row.kind,
    refersTo: row.refers_to,
    orderId: row.order_id,
    orderReference: row.order_reference,
    ownerId: row.owner_id,
    buyer: row.buyer,
    issuedAt: new Date(row.issued_at).toISOString(),
    supplyDate: row.supply_date,
    net: Number(row.net),
    vat: Number(row.vat),
    gross: Number(row.gross),
    currency: row.charged_currency,
    standing: standings.get(row.id)!,
    dueOn: dueOn.get(row.order_id) ?? row.due_on,
    creditNotes: (documents.get(row.order_id) ?? []).filter((one) => one.refersTo === row.id).length,
    eInvoice: row.e_invoice,
    eInvoiceRef: row.e_invoice_ref ?? '',
  }));
}

/** Where the next page begins. */
export function cursorOf(view: InvoiceView, row: InvoiceRow): InvoiceView['after'] {
  return { key: view.sort === 'gross' ? String(row.gross) : row.issuedAt, id: row.id };
}

export type InvoiceCounts = Readonly<Record<InvoiceQueue, number>>;
const counted = keptCount<InvoiceCounts>();

/** How many documents stand under each tab, at most half a minute old. Series have no gaps, so their counters say it. */
export function countInvoices(db: Db, now: Instant): Promise<InvoiceCounts> {
  return counted.read(db, 'queues', now, async () => {
    const today = dateIn(houseZone, now);
    const [row] = rowsOf<Record<'invoices' | 'notes' | 'open' | 'overdue' | 'credited', string>>(
      await db.execute(sql`
        select
          (select coalesce(sum(last_number), 0) from invoice_series where series = 'INV') as invoices,
          (select coalesce(sum(last_number), 0) from invoice_series where series = 'CRN') as notes,
          (select count(*) from open_invoices) as open,
          (select count(*) from open_invoices w where ${overdueOn(today)}) as overdue,
          (select count(*) from credited_invoices) as credited`),
    );
    const [invoices, notes] = [Number(row!.invoices), Number(row!.notes)];
    return {
      all: invoices + notes,
      invoices,
      'credit-notes': notes,
      open: Number(row!.open),
      overdue: Number(row!.overdue),
      credited: Number(row!.credited),
    };
  });
}
