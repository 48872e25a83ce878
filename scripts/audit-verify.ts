import { verifyAuditChain } from '#app/platform/audit.server.ts';
import { openDatabase } from '#app/platform/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';

/** `npm run audit:verify`: walks the hash chain of the audit to its head; ends with 1 where it is broken. Keep the head elsewhere. */
const env = readEnv(process.env);
const database = await openDatabase({ url: env.DATABASE_URL, dataDir: env.DATA_DIR });
try {
  const { rows, brokenAt, head } = await verifyAuditChain(database.db);
  if (brokenAt === null) console.log(`The audit chain of ${rows} rows is whole. Head: ${head}`);
  else console.log(`The audit chain is broken at row ${brokenAt}; ${rows} rows before it are whole.`);
  process.exitCode = brokenAt === null ? 0 : 1;
} finally {
  await database.close();
}
