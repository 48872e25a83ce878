import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { systemClock } from '#app/platform/clock.server.ts';
import { openDatabase } from '#app/platform/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { minuteMs } from '#app/values/dates.ts';
import { askInvariants } from '#server/promises/invariants.ts';

/**
 * `npm run invariants`: asks the database every promise; `-- --json` for tools. Ends with 1 when one is broken.
 *   --client-journal FILE   what a load driver was answered (I19, I20)
 *   --canary WORD           a planted secret that may stand nowhere in clear text (I23); may be given several times
 *   --heads FILE            heads of the audit that were kept outside the database (I18), as audit:verify writes them
 *   --settled               nothing is on its way any more: compare what changed just now as well
 * The bank's journal is SANDBOX_JOURNAL, or the one in DATA_DIR; without it I6 compares our side only. The supplier's is
 * SUPPLIER_JOURNAL likewise, where SUPPLIER_URL names one.
 */
const { values } = parseArgs({
  options: {
    json: { type: 'boolean' },
    settled: { type: 'boolean' },
    'client-journal': { type: 'string' },
    canary: { type: 'string', multiple: true },
    heads: { type: 'string' },
    only: { type: 'string', multiple: true },
  },
});
const env = readEnv(process.env);
const journal = env.SANDBOX_JOURNAL ?? join(env.DATA_DIR, 'sandbox-journal.jsonl');
const supplier = env.SUPPLIER_JOURNAL ?? join(env.DATA_DIR, 'supplier-journal.jsonl');
const mails = join(env.DATA_DIR, 'mail');
const database = await openDatabase({ url: env.DATABASE_URL, dataDir: env.DATA_DIR });
try {
  const served = (await database.db.execute(
    sql`select to_regclass('pgboss.job') as jobs, to_regclass('public.orders') as orders`,
  )) as unknown as {
    rows: { jobs: string | null; orders: string | null }[];
  };
  if (!served.rows[0]!.jobs || !served.rows[0]!.orders)
    throw new Error('This database was never served. Start the server once, or restore a backup.');
  const findings = await askInvariants(
    database.db,
    { now: systemClock(env.CLOCK_OFFSET_MS).now(), holdTtlMs: env.HOLD_TTL_MS, settleMs: values.settled ? 0 : 2 * minuteMs },
    {
      ...(existsSync(journal) ? { bankJournal: journal } : {}),
      ...(existsSync(supplier) ? { supplierJournal: supplier } : env.SUPPLIER_URL ? { supplierJournal: null } : {}),
      ...(!env.SMTP_URL && existsSync(mails) ? { mailFolder: mails } : {}),
      ...(values['client-journal'] ? { clientJournal: values['client-journal'] } : {}),
      ...(values.heads
        ? {
            auditHeads: readFileSync(values.heads, 'utf8')
              .split('\n')
              .flatMap((line) => line.split(' ')[1] ?? []),
          }
        : {}),
      ...(values.canary ? { canaries: values.canary } : {}),
    },
    values.only,
  );
  const broken = findings.filter((finding) => finding.broken.length > 0);
  if (values.json) console.log(JSON.stringify({ ok: broken.length === 0, findings }, null, 2));
  else {
    for (const { id, says, broken: rows, skipped } of findings) {
      console.log(`${rows.length > 0 ? 'BROKEN' : skipped ? 'unasked' : 'holds '} ${id.padEnd(4)}${says}`);
      for (const { subject, what } of rows) console.log(`         ${subject} ${what}`);
    }
  }
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  await database.close();
}
