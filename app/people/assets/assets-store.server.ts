import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lt, lte, notInArray, sql, type SQL } from 'drizzle-orm';
import { audit } from '#app/platform/audit.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { addDays, parseCalendarDate, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { statesOfTab, type AssetSort, type AssetsView } from './assets-view.ts';
import { assetHistory, assetReminders, assets, assetWriteOffs, type Asset, type AssetWriteOff, type EventDetail } from './assets.tables.ts';
import { heldStates, outStates, type AssetEvent, type AssetStatus } from './asset-status.ts';

/** Raised inside a transaction so that nothing of it stays: somebody else changed the thing since it was read. */
export class AssetChanged extends Error {}

export type NewAsset = Omit<Asset, 'status' | 'version' | 'createdAt' | 'changedAt' | 'holderId' | 'dueBackOn' | 'seenOn'>;

/** The next free tag of the house; those that a list brought along are passed over. */
export async function nextTag(tx: Tx): Promise<string> {
  for (;;) {
    const tag = await numberedTag(tx);
    if ((await tx.$count(assets, eq(assets.tag, tag))) === 0) return tag;
  }
}

async function numberedTag(tx: Tx): Promise<string> {
  const { rows } = (await tx.execute(sql`select nextval('asset_tags') as number`)) as unknown as { rows: { number: string | number }[] };
  return `RH-${String(rows[0]!.number).padStart(5, '0')}`;
}

/** Whether another thing of the same kind has this serial number. */
export async function isSerialTaken(db: Db, asset: Pick<Asset, 'id' | 'kind'>, serial: string): Promise<boolean> {
  const same = sql`${assets.kind} = ${asset.kind} and lower(${assets.serial}) = lower(${serial}) and ${assets.id} <> ${asset.id}`;
  return (await db.$count(assets, same)) > 0;
}

/** False when its tag or its serial is in the register already. */
export async function insertAsset(tx: Tx, now: Instant, asset: NewAsset, actor: string): Promise<boolean> {
  const made = await tx
    .insert(assets)
    .values({ ...asset, status: 'in_stock', createdAt: new Date(now), changedAt: new Date(now) })
    .onConflictDoNothing()
    .returning({ id: assets.id });
  if (made.length === 0) return false;
  await tx
    .insert(assetHistory)
    .values({ assetId: asset.id, version: 1, event: 'bought', fromStatus: null, toStatus: 'in_stock', actor, at: new Date(now) });
  return true;
}

export interface AssetChange {
  readonly asset: Pick<Asset, 'id' | 'version' | 'status' | 'holderId'>;
  readonly event: AssetEvent | 'changed' | 'counted';
  readonly to: AssetStatus;
  readonly actor: string;
  readonly set?: Partial<
    Pick<
      Asset,
      'holderId' | 'since' | 'dueBackOn' | 'place' | 'seenOn' | 'model' | 'serial' | 'warrantyUntil' | 'residual' | 'lifeMonths' | 'cost'
    >
  >;
  readonly detail?: EventDetail;
  readonly requestId?: string;
}

/** Changes a thing as it was read, with its history and the audit; throws AssetChanged when somebody was faster. */
export async function changeAsset(tx: Tx, now: Instant, change: AssetChange): Promise<void> {
  const { asset, event, to, actor, set = {}, detail = {} } = change;
  const version = asset.version + 1;
  const changed = await tx
    .update(assets)
    .set({ ...set, status: to, version, changedAt: new Date(now) })
    .where(and(eq(assets.id, asset.id), eq(assets.version, asset.version)))
    .returning({ id: assets.id });
  if (changed.length === 0) throw new AssetChanged();
  const holderId = set.holderId === undefined ? asset.holderId : (set.holderId ?? asset.holderId);
  await tx
    .insert(assetHistory)
    .values({ assetId: asset.id, version, event, fromStatus: asset.status, toStatus: to, actor, holderId, detail, at: new Date(now) });
  await audit(tx, now, {
    actor,
    action: `asset.${event}`,
    subject: `assets:${asset.id}`,
    detail: { from: asset.status, to },
    ...(change.requestId ? { requestId: change.requestId } : {}),
  });
}

export async function findAssetAsStaff(db: Db, tag: string): Promise<Asset | null> {
  const [row] = await db.select().from(assets).where(eq(assets.tag, tag));
  return row ?? null;
}

/** These things, locked in the order of their ids until the transaction ends; unknown ids are left out. */
export async function lockAssets(tx: Tx, ids: readonly string[]): Promise<Asset[]> {
  if (ids.length === 0) return [];
  return tx
    .select()
    .from(assets)
    .where(inArray(assets.id, [...ids]))
    .orderBy(asc(assets.id))
    .for('update');
}

export async function findAssetsByTag(db: Db, tags: readonly string[]): Promise<Asset[]> {
  if (tags.length === 0) return [];
  return db
    .select()
    .from(assets)
    .where(inArray(assets.tag, [...tags]))
    .orderBy(asc(assets.tag));
}

/** What a colleague has or is about to get. */
export async function findAssetsOf(db: Db, userId: string): Promise<Asset[]> {
  return db
    .select()
    .from(assets)
    .where(and(eq(assets.holderId, userId), inArray(assets.status, [...heldStates])))
    .orderBy(asc(assets.tag));
}

/** What is free to be handed over, by kind and tag. */
export async function findStock(db: Db): Promise<Asset[]> {
  return db.select().from(assets).where(eq(assets.status, 'in_stock')).orderBy(asc(assets.kind), asc(assets.tag)).limit(500);
}

/** A page of what must come back by a day and has not. */
export async function findDueBy(db: Db, day: CalendarDate, after: Asset | null): Promise<Asset[]> {
  return db
    .select()
    .from(assets)
    .where(
      and(
        isNotNull(assets.dueBackOn),
        lte(assets.dueBackOn, day),
        inArray(assets.status, ['assigned', 'return_requested']),
        after ? gt(assets.id, after.id) : undefined,
      ),
    )
    .orderBy(asc(assets.id))
    .limit(500);
}

export async function findAssetHistory(db: Db, assetId: string): Promise<(typeof assetHistory.$inferSelect)[]> {
  return db.select().from(assetHistory).where(eq(assetHistory.assetId, assetId)).orderBy(desc(assetHistory.version)).limit(200);
}

/** Of things without an end, where a list is sorted by ends. */
const never = '9999-12-31';
const isDay = (key: string) => key === never || parseCalendarDate(key) !== null;

const sortKey: Readonly<Record<AssetSort, { readonly column: SQL; readonly type: string; readonly fits: (key: string) => boolean }>> = {
  tag: { column: sql`${assets.tag}`, type: 'text', fits: (key) => /^[A-Z]{2}-\d{5}$/.test(key) },
  since: { column: sql`${assets.since}`, type: 'date', fits: isDay },
  // Without a day it comes last.
  due: { column: sql`coalesce(${assets.dueBackOn}, '9999-12-31'::date)`, type: 'date', fits: isDay },
  warranty: { column: sql`coalesce(${assets.warrantyUntil}, '9999-12-31'::date)`, type: 'date', fits: isDay },
};

/** Of what is lost or retired nobody asks for a repair any more, unless that is what is looked at. */
function warrantyOf({ tab, warranty }: Pick<AssetsView, 'tab' | 'warranty'>, today: CalendarDate): SQL | undefined {
  if (warranty === null) return undefined;
  const { warrantyUntil, status } = assets;
  const ends =
    warranty === 'ended' ? lt(warrantyUntil, today) : and(gte(warrantyUntil, today), lte(warrantyUntil, addDays(today, Number(warranty))));
  return tab === 'gone' ? ends : and(ends, notInArray(status, [...statesOfTab.gone]));
}

function wanted(view: Pick<AssetsView, 'tab' | 'kind' | 'place' | 'warranty' | 'find'>, today: CalendarDate): SQL | undefined {
  const start = `${view.find.replaceAll(/[\\%_]/g, '').toLowerCase()}%`;
  return and(
    view.tab === 'all'
      ? undefined
      : view.tab === 'due'
        ? and(inArray(assets.status, [...outStates]), lte(assets.dueBackOn, today))
        : inArray(assets.status, [...statesOfTab[view.tab]]),
    view.kind ? eq(assets.kind, view.kind) : undefined,
    view.place ? eq(assets.place, view.place) : undefined,
    warrantyOf(view, today),
    view.find
      ? sql`(lower(${assets.tag}) like ${start} or lower(${assets.serial}) like ${start} or lower(${assets.model}) like ${`%${start}`}
          or ${assets.holderId} in (select user_id from internal_users where lower(display_name) like ${`%${start}`}))`
      : undefined,
  );
}

/** A page of the register, keyset by its sort and the id; one more than `most` is read to know whether there is a next. */
export async function listAssets(
  db: Db,
  view: AssetsView,
  today: CalendarDate,
  most: number,
): Promise<{ readonly rows: Asset[]; readonly next: { readonly key: string; readonly id: string } | null }> {
  const { column, type, fits } = sortKey[view.sort];
  const past =
    view.after && fits(view.after.key)
      ? sql`(${column}, ${assets.id}) ${sql.raw(view.descending ? '<' : '>')} (${view.after.key}::${sql.raw(type)}, ${view.after.id})`
      : undefined;
  const turn = sql.raw(view.descending ? 'desc' : 'asc');
  const rows = await db
    .select()
    .from(assets)
    .where(and(wanted(view, today), past))
    .orderBy(sql`${column} ${turn}, ${assets.id} ${turn}`)
    .limit(most + 1);
  const last = rows.length > most ? rows[most - 1]! : null;
  const keyOf = (row: Asset): string =>
    ({ tag: row.tag, since: row.since, due: row.dueBackOn ?? never, warranty: row.warrantyUntil ?? never })[view.sort];
  return { rows: rows.slice(0, most), next: last ? { key: keyOf(last), id: last.id } : null };
}

/** How many things each tab holds, and what the whole of them cost, in fils. */
export async function countAssets(
  db: Db,
  today: CalendarDate,
): Promise<{ readonly byStatus: ReadonlyMap<AssetStatus, number>; readonly due: number }> {
  const [rows, due] = await Promise.all([
    db
      .select({ status: assets.status, count: sql<number>`count(*)::int` })
      .from(assets)
      .groupBy(assets.status),
    db.$count(assets, and(inArray(assets.status, [...outStates]), lte(assets.dueBackOn, today))),
  ]);
  return { byStatus: new Map(rows.map(({ status, count }) => [status, count])), due };
}

/** Every thing that is on the books, for the sum of their values. */
export async function listOnBooks(db: Db): Promise<Pick<Asset, 'cost' | 'residual' | 'lifeMonths' | 'boughtOn'>[]> {
  return db
    .select({ cost: assets.cost, residual: assets.residual, lifeMonths: assets.lifeMonths, boughtOn: assets.boughtOn })
    .from(assets)
    .where(sql`${assets.status} not in ('retired', 'written_off')`);
}

export async function insertWriteOff(tx: Tx, writeOff: AssetWriteOff): Promise<boolean> {
  const made = await tx.insert(assetWriteOffs).values(writeOff).onConflictDoNothing().returning({ id: assetWriteOffs.id });
  return made.length > 0;
}

export async function findOpenWriteOff(db: Db, assetId: string): Promise<AssetWriteOff | null> {
  const [row] = await db
    .select()
    .from(assetWriteOffs)
    .where(and(eq(assetWriteOffs.assetId, assetId), eq(assetWriteOffs.status, 'asked')));
  return row ?? null;
}

/** False when somebody decided first. */
export async function decideWriteOff(
  tx: Tx,
  id: string,
  decision: { readonly status: 'approved' | 'declined'; readonly decidedBy: string; readonly decidedAt: Date },
): Promise<boolean> {
  const decided = await tx
    .update(assetWriteOffs)
    .set(decision)
    .where(and(eq(assetWriteOffs.id, id), eq(assetWriteOffs.status, 'asked')))
    .returning({ id: assetWriteOffs.id });
  return decided.length > 0;
}

/** Which of these reminders have left. */
export async function findReminded(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: assetReminders.id })
    .from(assetReminders)
    .where(inArray(assetReminders.id, [...ids]));
  return new Set(rows.map(({ id }) => id));
}

/** Of two that sent the same at once the second writes nothing. */
export async function recordReminder(db: Db, reminder: typeof assetReminders.$inferSelect): Promise<void> {
  await db.insert(assetReminders).values(reminder).onConflictDoNothing();
}

/** Everybody who has something to give back. */
export async function listHolders(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ holderId: assets.holderId })
    .from(assets)
    .where(and(isNotNull(assets.holderId), inArray(assets.status, ['assigned', 'return_requested'])))
    .limit(500);
  return rows.flatMap(({ holderId }) => holderId ?? []);
}
