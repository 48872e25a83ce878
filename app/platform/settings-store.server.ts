import { and, desc, eq, inArray, lte, ne, or, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Db, Tx } from './database.server.ts';
import type { SettingSection } from './setting-status.ts';
import { settingChanges, type SettingChange } from './settings.tables.ts';

/** What was last applied of a section, as it was stored; null while it stands as the house was delivered. */
export async function findSetting(db: Db, section: SettingSection): Promise<unknown> {
  const [row] = await db
    .select({ value: settingChanges.value })
    .from(settingChanges)
    .where(and(eq(settingChanges.section, section), eq(settingChanges.status, 'applied')))
    .orderBy(desc(settingChanges.version))
    .limit(1);
  return row?.value ?? null;
}

/** What counted of a section at a time, as it was stored; null while it stood as the house was delivered. */
export async function findSettingAt(db: Db, section: SettingSection, at: Date): Promise<unknown> {
  const [row] = await db
    .select({ value: settingChanges.value })
    .from(settingChanges)
    .where(and(eq(settingChanges.section, section), eq(settingChanges.status, 'applied'), lte(settingChanges.decidedAt, at)))
    .orderBy(desc(settingChanges.version))
    .limit(1);
  return row?.value ?? null;
}

/** The one change of a section that is under way. */
export async function findOpenSetting(db: Db, section: SettingSection): Promise<SettingChange | null> {
  const [row] = await db.select().from(settingChanges).where(openOf(section));
  return row ?? null;
}

/** Whether a change that counts, counted or is under way names a logo: as what was to stand, or as what stood before it. */
export async function isLogoNamed(db: Db, hash: string): Promise<boolean> {
  const names = (value: AnyPgColumn) => sql`${value} #>> '{logo,hash}' = ${hash}`;
  const [row] = await db
    .select({ id: settingChanges.id })
    .from(settingChanges)
    .where(
      and(
        eq(settingChanges.section, 'branding'),
        ne(settingChanges.status, 'dropped'),
        or(names(settingChanges.value), names(settingChanges.before)),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** The same with its row locked, so that two who decide do it one after the other. */
export async function lockOpenSetting(tx: Tx, section: SettingSection): Promise<SettingChange | null> {
  const [row] = await tx.select().from(settingChanges).where(openOf(section)).for('update');
  return row ?? null;
}

const openOf = (section: SettingSection) => and(eq(settingChanges.section, section), inArray(settingChanges.status, ['draft', 'waiting']));

export async function findSettingChange(db: Db, id: string): Promise<SettingChange | null> {
  const [row] = await db.select().from(settingChanges).where(eq(settingChanges.id, id));
  return row ?? null;
}

/** Null when another change of the section is under way already. */
export async function insertSetting(
  tx: Tx,
  change: Pick<SettingChange, 'section' | 'before' | 'value' | 'reason' | 'writtenBy' | 'touchedBy' | 'writtenAt'>,
): Promise<SettingChange | null> {
  const [row] = await tx.insert(settingChanges).values(change).onConflictDoNothing().returning();
  return row ?? null;
}

/** The row must be locked. */
export async function saveSetting(tx: Tx, before: SettingChange, change: Partial<Omit<SettingChange, 'id' | 'section'>>): Promise<void> {
  await tx
    .update(settingChanges)
    .set({ ...change, rowVersion: sql`${settingChanges.rowVersion} + 1` })
    .where(eq(settingChanges.id, before.id));
}

/** The number an applied change of a section takes; whoever asks holds its open row. */
export async function nextSettingVersion(tx: Tx, section: SettingSection): Promise<number> {
  const [row] = await tx
    .select({ last: sql<number>`coalesce(max(${settingChanges.version}), 0)::int` })
    .from(settingChanges)
    .where(and(eq(settingChanges.section, section), eq(settingChanges.status, 'applied')));
  return row!.last + 1;
}

/** Newest first. */
export async function listSettingChanges(
  db: Db,
  section: SettingSection,
  page: { readonly size: number; readonly number: number },
): Promise<{ rows: SettingChange[]; matching: number }> {
  const where = eq(settingChanges.section, section);
  const [rows, matching] = await Promise.all([
    db
      .select()
      .from(settingChanges)
      .where(where)
      .orderBy(desc(settingChanges.writtenAt), settingChanges.id)
      .limit(page.size)
      .offset((page.number - 1) * page.size),
    db.$count(settingChanges, where),
  ]);
  return { rows, matching };
}

/** Of each section the change that counts now; sections as delivered are left out. */
export async function listSettingsInForce(db: Db): Promise<SettingChange[]> {
  return db
    .selectDistinctOn([settingChanges.section])
    .from(settingChanges)
    .where(eq(settingChanges.status, 'applied'))
    .orderBy(settingChanges.section, desc(settingChanges.version));
}

export async function listOpenSettings(db: Db): Promise<SettingChange[]> {
  return db
    .select()
    .from(settingChanges)
    .where(inArray(settingChanges.status, ['draft', 'waiting']));
}
