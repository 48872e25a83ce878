import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import { addDays, dateIn, instant, type CalendarDate } from '#app/values/dates.ts';
import { instantOf, localTime } from '#app/values/local-time.ts';
import type { Emirate, VatCategory } from '../invoice-lines.ts';
import { houseZone } from './invoice-desk-store.server.ts';
import { boxOf, emirateOfBox, placelessRate, type BesideBox, type TaxPeriod, type VatBox, type VatSum } from './vat-return-rules.ts';

const rowsOf = <Row>(result: unknown): Row[] => (result as { rows: Row[] }).rows;
const startOf = (day: CalendarDate) => new Date(instantOf(houseZone, localTime(day, '00:00'))).toISOString();

/** Documents belong to the period in whose days of Dubai they were issued. */
function issuedIn({ from, until }: TaxPeriod): SQL {
  return sql`i.issued_at >= ${startOf(from)}::timestamptz and i.issued_at < ${startOf(addDays(until, 1))}::timestamptz`;
}

/** The emirate a document was issued in; none is written on those of before it could be another than Dubai. */
const emirateOf = sql`coalesce(i.seller ->> 'emirate', 'DU')`;

/** The lines of a period's documents by their treatment, from the sums that each day keeps of them. */
export function sumVat(db: Db, period: TaxPeriod): Promise<VatSum[]> {
  return readSums(
    db,
    sql`
      select d.vat_category as category, d.vat_basis_points as points, nullif(d.vat_place, '') as place, d.emirate, ${sums(sql`d`, sql`d`)}
      from vat_days d where d.day between ${period.from}::date and ${period.until}::date group by 1, 2, 3, 4`,
  );
}

/** The same from the documents themselves, for figures that are reported. */
export function sumDocuments(db: Db, period: TaxPeriod): Promise<VatSum[]> {
  return readSums(
    db,
    sql`
      select l.vat_category as category, l.vat_basis_points as points, l.vat_place as place, ${emirateOf} as emirate, ${sums(sql`l`, sql`i`)}
      from invoices i join invoice_lines l on l.invoice_id = i.id where ${issuedIn(period)} group by 1, 2, 3, 4`,
  );
}

const sums = (line: SQL, document: SQL) => sql`sum(${line}.net) as net, sum(${line}.vat) as vat,
  coalesce(sum(${line}.net) filter (where ${document}.kind = 'credit-note'), 0) as credited_net,
  coalesce(sum(${line}.vat) filter (where ${document}.kind = 'credit-note'), 0) as credited_vat`;

async function readSums(db: Db, query: SQL): Promise<VatSum[]> {
  const rows = rowsOf<
    Record<'category' | 'points' | 'net' | 'vat' | 'credited_net' | 'credited_vat', string> & {
      place: string | null;
      emirate: Emirate;
    }
  >(await db.execute(query));
  return rows.map((row) => ({
    category: row.category as VatCategory,
    basisPoints: Number(row.points),
    place: row.place,
    emirate: row.emirate,
    net: Number(row.net),
    vat: Number(row.vat),
    creditedNet: Number(row.credited_net),
    creditedVat: Number(row.credited_vat),
  }));
}

export interface BoxDocument {
  readonly box: VatBox | BesideBox;
  readonly number: string;
  readonly kind: 'invoice' | 'credit-note';
  readonly issuedOn: CalendarDate;
  readonly buyer: string;
  /** Fils of the document's lines in this box. */
  readonly net: number;
  readonly vat: number;
}

/** The documents of a period with what of them stands in each box, by number; of one box when it is given. */
export function findBoxDocuments(db: Db, period: TaxPeriod, box: VatBox | BesideBox | null, most: number): Promise<BoxDocument[]> {
  const documents = sql`(select * from invoices i where ${issuedIn(period)})`;
  return readBoxDocuments(db, documents, sql`where ${inBox(box)}`, sql`limit ${most}`);
}

/** So many documents of a period behind a number, whole: each with everything that it has in the boxes. */
export function findDocumentsBehind(db: Db, period: TaxPeriod, number: string, most: number): Promise<BoxDocument[]> {
  const documents = sql`(select * from invoices i where ${issuedIn(period)} and i.number > ${number} order by i.number limit ${most})`;
  return readBoxDocuments(db, documents, sql``, sql``);
}

async function readBoxDocuments(db: Db, documents: SQL, where: SQL, limit: SQL): Promise<BoxDocument[]> {
  const rows = rowsOf<{
    number: string;
    kind: BoxDocument['kind'];
    issued_at: string | Date;
    buyer: string;
    category: VatCategory;
    points: number;
    place: string | null;
    emirate: Emirate;
    net: string;
    vat: string;
  }>(
    await db.execute(sql`
      select i.number, i.kind, i.issued_at, i.buyer ->> 'name' as buyer, l.vat_category as category, l.vat_basis_points as points,
        l.vat_place as place, ${emirateOf} as emirate, sum(l.net) as net, sum(l.vat) as vat
      from ${documents} i join invoice_lines l on l.invoice_id = i.id ${where}
      group by i.number, i.kind, i.issued_at, i.buyer ->> 'name', ${emirateOf}, l.vat_category, l.vat_basis_points, l.vat_place
      order by i.number, 5, 6, 7 ${limit}`),
  );
  return rows.map((row) => ({
    box: boxOf(row.category, row.points, row.place, row.emirate),
    number: row.number,
    kind: row.kind,
    issuedOn: dateIn(houseZone, instant(new Date(row.issued_at).getTime())),
    buyer: row.buyer,
    net: Number(row.net),
    vat: Number(row.vat),
  }));
}

/** The condition on a line that `boxOf` judges; asked of the database so that a box with few documents is found fast. */
function inBox(box: VatBox | BesideBox | null): SQL {
  if (box === null) return sql`true`;
  if (box === '4') return sql`l.vat_category = 'zero-rated'`;
  if (box === '5') return sql`l.vat_category = 'exempt'`;
  if (box === 'out-of-scope') return sql`l.vat_category = 'out-of-scope'`;
  const emirate = emirateOfBox(box);
  if (emirate)
    return sql`l.vat_category = 'standard' and l.vat_basis_points <> ${placelessRate} and l.vat_place is null and ${emirateOf} = ${emirate}`;
  return sql`l.vat_category = 'standard' and (l.vat_basis_points = ${placelessRate} or l.vat_place is not null)`;
}
