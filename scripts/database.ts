import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '#app/platform/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { migrate } from '#app/platform/migrate.server.ts';

/** `npm run db:migrate` brings a database up to date; `npm run db:reset` empties the embedded one, and only that. */
const env = readEnv(process.env);
const database = await openDatabase({ url: env.DATABASE_URL, dataDir: env.DATA_DIR });
if (process.argv[2] === 'reset') {
  // Opened first: a running server holds the lock, and its database is not taken away under it.
  await database.close();
  if (!env.embedded) throw new Error('Only the embedded database is reset. Drop a PostgreSQL database with its own tools.');
  for (const name of ['database', 'mail', 'files', 'sandbox-journal.jsonl', 'supplier-journal.jsonl'])
    rmSync(join(env.DATA_DIR, name), { recursive: true, force: true });
  console.log(`Emptied ${env.DATA_DIR}. The next start makes and seeds it again.`);
} else {
  const applied = await migrate(database);
  await database.close();
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'Nothing to apply.');
}
