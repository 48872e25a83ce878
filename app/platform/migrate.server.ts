import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { OpenDatabase } from './database.server.ts';

/**
 * Applies `migrations/*.sql` in name order, each once and each in one transaction. Files are append-only:
 * one whose text changed after it was applied stops the start. Returns the names that were applied now.
 */
export async function migrate(database: OpenDatabase, folder = join(process.cwd(), 'migrations')): Promise<string[]> {
  await database.db.execute(
    sql`create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
  const applied = new Map(
    (
      (await database.db.execute(sql`select name, checksum from schema_migrations`)) as unknown as {
        rows: { name: string; checksum: string }[];
      }
    ).rows.map((row) => [row.name, row.checksum]),
  );
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const fresh: string[] = [];
  for (const name of files) {
    const text = readFileSync(join(folder, name), 'utf8');
    const checksum = createHash('sha256').update(text).digest('hex');
    const before = applied.get(name);
    if (before === checksum) continue;
    if (before) throw new Error(`Migration ${name} was changed after it was applied. Restore it and add a new file instead.`);
    // The unique name makes a second process that migrates at the same moment wait, then fail and restart clean.
    await database
      .script(
        `begin; set local lock_timeout = '10s';
       insert into schema_migrations (name, checksum) values ('${name.replaceAll("'", "''")}', '${checksum}');
       ${text}
       ; commit;`,
      )
      .catch(async (fault: unknown) => {
        await database.script('rollback').catch(() => undefined);
        throw new Error(`Migration ${name} failed: ${(fault as Error).message}`, { cause: fault });
      });
    fresh.push(name);
  }
  return fresh;
}
