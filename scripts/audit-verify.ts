import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { verifyAuditChain } from '#app/platform/audit.server.ts';
import { openDatabase } from '#app/platform/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';

/**
 * `npm run audit:verify`: walks the hash chains of the audit to their heads; ends with 1 where one is broken.
 *   --heads FILE   a file outside the database: every head in it must still be in the chains, and today's is added to it
 */
const { values } = parseArgs({ options: { heads: { type: 'string' } } });
const env = readEnv(process.env);
const database = await openDatabase({ url: env.DATABASE_URL, dataDir: env.DATA_DIR });
try {
  const written = values.heads && existsSync(values.heads) ? readFileSync(values.heads, 'utf8') : '';
  const kept = written.split('\n').flatMap((line) => line.split(' ')[1] ?? []);
  const { rows, brokenAt, head, forgotten } = await verifyAuditChain(database.db, kept);
  if (brokenAt !== null) console.log(`The audit chain is broken at row ${brokenAt}; ${rows} rows before it are whole.`);
  else if (forgotten.length > 0)
    console.log(`The audit chains were made anew: ${forgotten.length} heads that were kept are in none of them.`);
  else {
    console.log(`The audit chain of ${rows} rows is whole. Head: ${head}`);
    if (values.heads) appendFileSync(values.heads, `${new Date().toISOString()} ${head}\n`);
  }
  process.exitCode = brokenAt === null && forgotten.length === 0 ? 0 : 1;
} finally {
  await database.close();
}
