import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '#app/platform/clock.server.ts';
import { openDatabase } from '#app/platform/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { minuteMs } from '#app/values/dates.ts';
import { BackupFault, restoreBackup } from '#server/promises/backup.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';

/**
 * `npm run restore -- FILE`: builds the installation of a backup in an empty DATABASE_URL or DATA_DIR, and asks every
 * promise before it is called done. Nothing that is there is ever overwritten.
 */
const [file] = process.argv.slice(2);
if (!file || !existsSync(file)) {
  console.error(file ? `There is no file ${file}.` : 'Usage: npm run restore -- FILE');
  process.exit(2);
}
const env = readEnv(process.env);
const kept = join(env.DATA_DIR, 'secret');
const secret = env.AUTH_SECRET ?? (existsSync(kept) ? readFileSync(kept, 'utf8').trim() : null);
if (!secret) {
  console.error(`A backup does not hold the installation's secret. Set AUTH_SECRET, or put the old one into ${kept}.`);
  process.exit(2);
}
try {
  const { database, summary } = await restoreBackup(() => openDatabase({ url: env.DATABASE_URL, dataDir: env.DATA_DIR }), {
    file,
    dataDir: env.DATA_DIR,
    secret,
  });
  try {
    const question = { now: systemClock(env.CLOCK_OFFSET_MS).now(), holdTtlMs: env.HOLD_TTL_MS, settleMs: 2 * minuteMs };
    // Time went on since: what was due meanwhile is done by the server when it starts, and I9 and I14 ask of a running one.
    const broken = brokenLines(await askInvariants(database.db, { ...question, now: Date.parse(summary.at) as typeof question.now }));
    console.log(`Restored ${summary.rows} rows of ${summary.tables} tables and ${summary.files} files, as of ${summary.at}.`);
    for (const line of broken) console.log(line);
    console.log(broken.length === 0 ? 'Every promise holds.' : `${broken.length} promises are broken.`);
    process.exitCode = broken.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
} catch (fault) {
  if (!(fault instanceof BackupFault)) throw fault;
  console.error(fault.message);
  process.exitCode = 1;
}
