import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { cutPage, keysetQuery, type SortedBy } from '#app/platform/keyset-query.server.ts';
import type { ListView } from '#app/ui/desk-list/list-address.ts';
import type { ShortPage } from '#app/ui/desk-list/short-list.ts';
import { statesOfCharges, type ChargeColumn, type ChargeQueue } from './asset-charge-list.ts';
import type { ChargeStatus } from './asset-charge-rules.ts';
import { assetCharges, assetPapers, assetPhotos, assets, type AssetCharge, type AssetPhoto } from './assets.tables.ts';

const place = (id: string, field: 'reason' | 'waiver') => `asset_charges|${field}|${id}`;
export const sealReason = (crypto: FieldCrypto, id: string, words: string) => crypto.seal(words, place(id, 'reason'));
export const sealWaiver = (crypto: FieldCrypto, id: string, words: string) => crypto.seal(words, place(id, 'waiver'));

/** A charge as it is read: its words open, the thing and the paper beside it. */
export interface ReadCharge extends Omit<AssetCharge, 'reason' | 'waiver'> {
  readonly reason: string;
  readonly waiver: string | null;
  readonly tag: string;
  readonly model: string;
  readonly kind: (typeof assets.$inferSelect)['kind'];
  /** Of the paper. */
  readonly reference: string;
}

export async function insertCharges(tx: Tx, charges: readonly (typeof assetCharges.$inferInsert)[]): Promise<void> {
  if (charges.length > 0) await tx.insert(assetCharges).values(charges.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
}

function opened(
  crypto: FieldCrypto,
  row: { charge: AssetCharge; tag: string; model: string; kind: ReadCharge['kind']; reference: string },
) {
  const { charge, ...more } = row;
  return {
    ...charge,
    ...more,
    reason: crypto.open(charge.reason, place(charge.id, 'reason')),
    waiver: charge.waiver === null ? null : crypto.open(charge.waiver, place(charge.id, 'waiver')),
  };
}

const columns = { charge: assetCharges, tag: assets.tag, model: assets.model, kind: assets.kind, reference: assetPapers.reference };
const read = (db: Db) =>
  db
    .select(columns)
    .from(assetCharges)
    .innerJoin(assets, eq(assets.id, assetCharges.assetId))
    .innerJoin(assetPapers, eq(assetPapers.id, assetCharges.paperId));

const sortedBy: Readonly<Record<'asked' | 'amount', SortedBy>> = {
  asked: { key: sql`${assetCharges.askedAt}`, type: 'time' },
  amount: { key: sql`${assetCharges.amount}`, type: 'number' },
};

/** A page of the charges as they are asked for: by a tag, a paper's reference or a colleague's name. The caller has judged access. */
export async function listCharges(
  db: Db,
  crypto: FieldCrypto,
  view: ListView<ChargeQueue, 'month', ChargeColumn>,
  most: number,
): Promise<ShortPage<ReadCharge>> {
  const start = `${view.find.replaceAll(/[\\%_]/g, '').toLowerCase()}%`;
  const wanted = and(
    view.filters.month === '' ? undefined : eq(assetCharges.deductedIn, view.filters.month),
    view.find === ''
      ? undefined
      : sql`(lower(${assets.tag}) like ${start} or lower(${assetPapers.reference}) like ${start}
          or ${assetCharges.userId} in (select user_id from internal_users where lower(display_name) like ${`%${start}`}))`,
  );
  const { past, order, told } = keysetQuery(view.sort === 'amount' ? sortedBy.amount : sortedBy.asked, sql`${assetCharges.id}`, view);
  const ofQueue = view.queue === 'all' ? undefined : inArray(assetCharges.status, [...statesOfCharges[view.queue]]);
  const [rows, counted] = await Promise.all([
    db
      .select({ ...columns, key: told })
      .from(assetCharges)
      .innerJoin(assets, eq(assets.id, assetCharges.assetId))
      .innerJoin(assetPapers, eq(assetPapers.id, assetCharges.paperId))
      .where(and(wanted, ofQueue, past))
      .orderBy(order)
      .limit(most + 1),
    db
      .select({ status: assetCharges.status, all: sql<number>`count(*)::int` })
      .from(assetCharges)
      .innerJoin(assets, eq(assets.id, assetCharges.assetId))
      .innerJoin(assetPapers, eq(assetPapers.id, assetCharges.paperId))
      .where(wanted)
      .groupBy(assetCharges.status),
  ]);
  const { shown, next } = cutPage(rows, most, ({ charge, key }) => ({ key, id: charge.id }));
  return {
    rows: shown.map(({ key: _key, ...row }) => opened(crypto, row)),
    next,
    counts: Object.fromEntries(
      Object.entries(statesOfCharges).map(([queue, states]) => [
        queue,
        counted.reduce((sum, { status, all }) => sum + (states.includes(status) ? all : 0), 0),
      ]),
    ),
  };
}

/** Fils that are due and not yet taken from pay. */
export async function sumDueCharges(db: Db): Promise<number> {
  const [row] = await db
    .select({ due: sql<string>`coalesce(sum(${assetCharges.amount}), 0)` })
    .from(assetCharges)
    .where(eq(assetCharges.status, 'due'));
  return Number(row!.due);
}

export async function findChargesOfAsset(db: Db, crypto: FieldCrypto, assetId: string): Promise<ReadCharge[]> {
  const rows = await read(db).where(eq(assetCharges.assetId, assetId)).orderBy(desc(assetCharges.askedAt)).limit(100);
  return rows.map((row) => opened(crypto, row));
}

/** What a colleague is or was charged, newest first. */
export async function findChargesFor(db: Db, crypto: FieldCrypto, userId: string): Promise<ReadCharge[]> {
  const rows = await read(db).where(eq(assetCharges.userId, userId)).orderBy(desc(assetCharges.askedAt)).limit(100);
  return rows.map((row) => opened(crypto, row));
}

/** The caller is a job of ours, or has judged access. */
export async function findChargesAsSystem(db: Db, crypto: FieldCrypto, ids: readonly string[]): Promise<ReadCharge[]> {
  if (ids.length === 0) return [];
  const rows = await read(db)
    .where(inArray(assetCharges.id, [...ids]))
    .orderBy(asc(assetCharges.id));
  return rows.map((row) => opened(crypto, row));
}

/** False when somebody moved it meanwhile. */
export async function changeCharge(
  tx: Tx,
  charge: Pick<AssetCharge, 'id' | 'version'>,
  set: { readonly status: ChargeStatus } & Partial<
    Pick<AssetCharge, 'decidedBy' | 'decidedAt' | 'waiver' | 'deductedIn' | 'deductedBy' | 'deductedAt'>
  >,
): Promise<boolean> {
  const changed = await tx
    .update(assetCharges)
    .set({ ...set, version: charge.version + 1 })
    .where(and(eq(assetCharges.id, charge.id), eq(assetCharges.version, charge.version)))
    .returning({ id: assetCharges.id });
  return changed.length > 0;
}

export async function insertPhotos(tx: Tx, photos: readonly AssetPhoto[]): Promise<void> {
  if (photos.length > 0) await tx.insert(assetPhotos).values([...photos]);
}

export type ListedPhoto = AssetPhoto & { readonly userId: string; readonly reference: string };
const photoColumns = { photo: assetPhotos, userId: assetPapers.userId, reference: assetPapers.reference };

/** Pictures of a thing, newest first. */
export async function findPhotosOfAsset(db: Db, assetId: string): Promise<ListedPhoto[]> {
  const rows = await db
    .select(photoColumns)
    .from(assetPhotos)
    .innerJoin(assetPapers, eq(assetPapers.id, assetPhotos.paperId))
    .where(eq(assetPhotos.assetId, assetId))
    .orderBy(desc(assetPhotos.at))
    .limit(100);
  return rows.map(({ photo, ...more }) => ({ ...photo, ...more }));
}

/** The pictures of the papers that a colleague signed. */
export async function findPhotosFor(db: Db, userId: string): Promise<ListedPhoto[]> {
  const rows = await db
    .select(photoColumns)
    .from(assetPhotos)
    .innerJoin(assetPapers, eq(assetPapers.id, assetPhotos.paperId))
    .where(eq(assetPapers.userId, userId))
    .orderBy(desc(assetPhotos.at))
    .limit(100);
  return rows.map(({ photo, ...more }) => ({ ...photo, ...more }));
}

export async function findPhotoAsStaff(db: Db, id: string): Promise<ListedPhoto | null> {
  const [row] = await db
    .select(photoColumns)
    .from(assetPhotos)
    .innerJoin(assetPapers, eq(assetPapers.id, assetPhotos.paperId))
    .where(eq(assetPhotos.id, id));
  return row ? { ...row.photo, userId: row.userId, reference: row.reference } : null;
}

/** A picture of what a colleague gave back themselves; null for another's. */
export async function findPhotoFor(db: Db, userId: string, id: string): Promise<ListedPhoto | null> {
  const photo = await findPhotoAsStaff(db, id);
  return photo?.userId === userId ? photo : null;
}
