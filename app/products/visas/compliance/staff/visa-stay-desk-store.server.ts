import { and, asc, count, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { surnameIndexOf } from '#app/commerce/orders/orders-store.server.ts';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { addDays, type CalendarDate } from '#app/values/dates.ts';
import { openSticker } from '../../assisted/assisted-store.server.ts';
import { assistedCases } from '../../assisted/assisted.tables.ts';
import { openIssued, openTyped } from '../../evisa/evisa-applications-store.server.ts';
import { evisaApplications } from '../../evisa/evisa.tables.ts';
import { visaNumberIndex } from '../visa-stays-store.server.ts';
import { visaStays, type VisaStay } from '../visa-stays.tables.ts';
import { nearDays, statesOfStayQueue, type StayView } from './visa-stay-view.ts';

export interface StayRow {
  readonly stay: VisaStay;
  readonly reference: string;
  readonly position: number;
  readonly name: string;
  /** As printed on the visa; empty once it was purged. */
  readonly number: string;
}

const columns = {
  stay: visaStays,
  position: evisaApplications.position,
  personal: evisaApplications.personal,
  issued: evisaApplications.issued,
  sticker: assistedCases.sticker,
  reference: sql<string>`o.reference`,
};

const joined = (db: Db) =>
  db
    .select(columns)
    .from(visaStays)
    .innerJoin(evisaApplications, eq(evisaApplications.id, visaStays.id))
    .innerJoin(sql`orders o`, sql`o.id = ${visaStays.orderId}`)
    .leftJoin(assistedCases, eq(assistedCases.id, visaStays.id));

function read(crypto: FieldCrypto, row: Awaited<ReturnType<typeof joined>>[number]): StayRow {
  const { stay, reference, position, personal, issued, sticker } = row;
  const typed = openTyped(crypto, { id: stay.id, personal });
  const printed = stay.route === 'evisa' ? openIssued(crypto, { id: stay.id, issued }) : openSticker(crypto, { id: stay.id, sticker });
  return {
    stay,
    reference,
    position,
    name: `${typed.givenNames ?? ''} ${typed.surname ?? ''}`.trim(),
    number: printed?.number ?? '',
  };
}

function conditions(crypto: FieldCrypto, view: StayView, today: CalendarDate): SQL[] {
  const { find } = view;
  const found = find
    ? [
        or(
          eq(visaStays.numberIndex, visaNumberIndex(crypto, find)),
          sql`o.reference like ${`${find.toUpperCase().replace(/[^A-Z0-9-]/g, '') || '-'}%`}`,
          sql`exists (select 1 from order_travellers w where w.order_id = o.id and w.position = ${evisaApplications.position} and w.surname_index = ${surnameIndexOf(crypto, find)})`,
        )!,
      ]
    : [];
  const queue = find
    ? []
    : [
        inArray(visaStays.status, [...statesOfStayQueue[view.queue]]),
        ...(view.queue === 'near' ? [sql`${visaStays.dueOn} <= ${addDays(today, nearDays)}`] : []),
      ];
  return [
    ...queue,
    ...found,
    ...(view.country ? [eq(visaStays.country, view.country)] : []),
    ...(view.route ? [eq(visaStays.route, view.route)] : []),
  ];
}

/** Stays of a list by the day that counts, keyset by it and the id. The caller has judged access. */
export async function findStaysAsStaff(
  db: Db,
  crypto: FieldCrypto,
  view: StayView,
  about: { readonly today: CalendarDate; readonly most: number },
): Promise<StayRow[]> {
  const past = view.after ? [sql`(${visaStays.dueOn}, ${visaStays.id}) > (${view.after.due}::date, ${view.after.id})`] : [];
  const rows = await joined(db)
    .where(and(...conditions(crypto, view, about.today), ...past))
    .orderBy(asc(visaStays.dueOn), asc(visaStays.id))
    .limit(about.most);
  return rows.map((row) => read(crypto, row));
}

/** What goes behind the last row of a page. */
export function placeOfStay({ stay }: StayRow): NonNullable<StayView['after']> {
  return { due: stay.dueOn, id: stay.id };
}

/** Stays by their ids, in the order of their days. */
export async function findStayRows(db: Db, crypto: FieldCrypto, ids: readonly string[]): Promise<StayRow[]> {
  if (ids.length === 0) return [];
  const rows = await joined(db)
    .where(inArray(visaStays.id, [...ids]))
    .orderBy(asc(visaStays.dueOn), asc(visaStays.id));
  return rows.map((row) => read(crypto, row));
}

/** How many wait in each state, and how many of them are near. */
export async function countStays(db: Db, today: CalendarDate) {
  const [rows, [near], countries] = await Promise.all([
    db.select({ status: visaStays.status, stays: count() }).from(visaStays).groupBy(visaStays.status),
    db
      .select({ stays: count() })
      .from(visaStays)
      .where(and(inArray(visaStays.status, [...statesOfStayQueue.near]), sql`${visaStays.dueOn} <= ${addDays(today, nearDays)}`)),
    db.selectDistinct({ country: visaStays.country }).from(visaStays),
  ]);
  return {
    byState: Object.fromEntries(rows.map((row) => [row.status, row.stays])) as Readonly<Record<string, number>>,
    near: near?.stays ?? 0,
    countries: countries.map((row) => row.country),
  };
}
