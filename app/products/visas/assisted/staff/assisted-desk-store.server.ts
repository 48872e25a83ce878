import { and, asc, count, eq, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { findOrdersSaid } from '#app/commerce/orders/staff/order-desk-store.server.ts';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { openTyped } from '../../evisa/evisa-applications-store.server.ts';
import { evisaApplications } from '../../evisa/evisa.tables.ts';
import { assistedCases, type AssistedCase } from '../assisted.tables.ts';
import { statesOfQueue } from './sticker-queues.ts';
import type { StickerSort, StickerView } from './sticker-view.ts';

export interface StickerRow extends AssistedCase {
  readonly reference: string;
  readonly position: number;
  readonly orderStatus: string;
  readonly personal: string;
}

const sorted = { due: assistedCases.dueAt, travel: assistedCases.travelsOn, opened: assistedCases.openedAt } as const;
const castOf: Readonly<Record<StickerSort, SQL>> = { due: sql`timestamptz`, travel: sql`date`, opened: sql`timestamptz` };

/** Cases that a word means: an order's reference or a surname of it, or a reference of the centre, the mission or the courier. */
async function findSaid(db: Db, crypto: FieldCrypto, word: string): Promise<string[]> {
  const orders = await findOrdersSaid(db, crypto, 'assisted-visa', word);
  const { lodgedReference, appointmentReference, tracking } = assistedCases;
  const [byOrder, byReference] = await Promise.all([
    orders.length === 0
      ? []
      : db
          .select({ id: assistedCases.id, orderId: assistedCases.orderId, position: evisaApplications.position })
          .from(assistedCases)
          .innerJoin(evisaApplications, eq(evisaApplications.id, assistedCases.id))
          .where(inArray(assistedCases.orderId, [...new Set(orders.map(({ orderId }) => orderId))])),
    db
      .select({ id: assistedCases.id })
      .from(assistedCases)
      .where(or(eq(lodgedReference, word), eq(appointmentReference, word), eq(tracking, word)))
      .limit(100),
  ]);
  const named = new Set(orders.map(({ orderId, position }) => `${orderId}:${position ?? 'all'}`));
  const ofOrders = byOrder.filter(({ orderId, position }) => named.has(`${orderId}:all`) || named.has(`${orderId}:${position}`));
  return [...new Set([...ofOrders, ...byReference].map(({ id }) => id))];
}

function conditions(view: StickerView, about: { readonly me: string; readonly now: Instant }, said: readonly string[] | null): SQL[] {
  const states = statesOfQueue[view.queue];
  const { officer, find } = view;
  return [
    // A search looks everywhere in the list, and in each column of the board.
    ...(states && (find === '' || view.board) ? [inArray(assistedCases.status, [...states])] : []),
    // The same by the states alone; said so that the database walks what is open only.
    ...(states && view.queue !== 'over' && (find === '' || view.board) ? [isNull(assistedCases.overAt)] : []),
    ...(view.country ? [eq(assistedCases.country, view.country)] : []),
    ...(officer === 'nobody' ? [isNull(assistedCases.officer)] : []),
    ...(officer && officer !== 'nobody' ? [eq(assistedCases.officer, officer === 'me' ? about.me : officer)] : []),
    ...(view.passport ? [eq(assistedCases.passport, view.passport)] : []),
    ...(view.late ? [isNull(assistedCases.overAt), lt(assistedCases.dueAt, new Date(about.now))] : []),
    ...(said ? [inArray(assistedCases.id, [...said])] : []),
  ];
}

const columns = {
  one: assistedCases,
  position: evisaApplications.position,
  personal: evisaApplications.personal,
  reference: sql<string>`o.reference`,
  orderStatus: sql<string>`o.status`,
};

const flat = (
  rows: readonly { one: AssistedCase; position: number; personal: string; reference: string; orderStatus: string }[],
): StickerRow[] => rows.map(({ one, ...rest }) => ({ ...one, ...rest }));

/** Cases of a list, keyset by the sort and the id. The caller has judged access. */
export async function findStickersAsStaff(
  db: Db,
  crypto: FieldCrypto,
  view: StickerView,
  about: { readonly me: string; readonly now: Instant; readonly most: number },
): Promise<StickerRow[]> {
  const said = view.find === '' ? null : await findSaid(db, crypto, view.find);
  if (said?.length === 0) return [];
  const column = sorted[view.sort];
  const past = view.after ? [sql`(${column}, ${assistedCases.id}) > (${view.after.at}::${castOf[view.sort]}, ${view.after.id})`] : [];
  return flat(
    await db
      .select(columns)
      .from(assistedCases)
      .innerJoin(evisaApplications, eq(evisaApplications.id, assistedCases.id))
      .innerJoin(sql`orders o`, sql`o.id = ${assistedCases.orderId}`)
      .where(and(...conditions(view, about, said), ...past))
      .orderBy(asc(column), asc(assistedCases.id))
      .limit(about.most),
  );
}

/** Cases by their ids, in the order of their orders' references. */
export async function findStickerRows(db: Db, ids: readonly string[]): Promise<StickerRow[]> {
  if (ids.length === 0) return [];
  return flat(
    await db
      .select(columns)
      .from(assistedCases)
      .innerJoin(evisaApplications, eq(evisaApplications.id, assistedCases.id))
      .innerJoin(sql`orders o`, sql`o.id = ${assistedCases.orderId}`)
      .where(inArray(assistedCases.id, [...ids]))
      .orderBy(sql`o.reference`, asc(evisaApplications.position)),
  );
}

/** What goes behind the last row of a page. */
export function cursorOfSticker(view: StickerView, row: StickerRow): NonNullable<StickerView['after']> {
  const at = { due: () => row.dueAt.toISOString(), travel: () => row.travelsOn, opened: () => row.openedAt.toISOString() }[view.sort]();
  return { at, id: row.id };
}

export const isLateCase = (row: Pick<AssistedCase, 'overAt' | 'dueAt'>, now: Instant): boolean =>
  row.overAt === null && row.dueAt.getTime() < now;

export function stickerName(crypto: FieldCrypto, row: StickerRow): string {
  const typed = openTyped(crypto, row);
  return `${typed.givenNames ?? ''} ${typed.surname ?? ''}`.trim();
}

/** How many open cases of a list stand in each state, its filters counted in. */
export async function countStickersOf(
  db: Db,
  crypto: FieldCrypto,
  view: StickerView,
  about: { readonly me: string; readonly now: Instant },
): Promise<Readonly<Record<string, number>>> {
  const said = view.find === '' ? null : await findSaid(db, crypto, view.find);
  if (said?.length === 0) return {};
  const rows = await db
    .select({ status: assistedCases.status, cases: count() })
    .from(assistedCases)
    .where(and(isNull(assistedCases.overAt), ...conditions({ ...view, queue: 'all' }, about, said)))
    .groupBy(assistedCases.status);
  return Object.fromEntries(rows.map((row) => [row.status, row.cases]));
}

/** How many wait in each state, and how many are past their day. */
export async function countStickers(
  db: Db,
  now: Instant,
): Promise<{ readonly byState: Readonly<Record<string, number>>; readonly late: number }> {
  const [rows, [late]] = await Promise.all([
    db.select({ status: assistedCases.status, cases: count() }).from(assistedCases).groupBy(assistedCases.status),
    db
      .select({ cases: count() })
      .from(assistedCases)
      .where(and(isNull(assistedCases.overAt), lt(assistedCases.dueAt, new Date(now)))),
  ]);
  return { byState: Object.fromEntries(rows.map((row) => [row.status, row.cases])), late: late?.cases ?? 0 };
}
