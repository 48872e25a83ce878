import { sql } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import type { SettingSection } from '#app/platform/setting-status.ts';

/** A section of the settings as if an owner had applied it and a second person agreed; the next call applies over it. */
export async function applySetting(db: Db, section: SettingSection, value: unknown): Promise<void> {
  await db.execute(sql`insert into setting_changes (section, status, before, value, reason, version, written_by, touched_by, written_at)
    select ${section}, 'applied', '{}', ${JSON.stringify(value)}::jsonb, 'by a test', coalesce(max(version), 0) + 1, 'staff:test',
      array['staff:test'], now() from setting_changes where section = ${section} and status = 'applied'`);
}
