import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest';
import { issueInvoice } from '#app/commerce/invoices/issue-invoice.server.ts';
import { saveNumberSeries } from '#app/commerce/invoices/number-series-store.server.ts';
import type { NumberSeries } from '#app/commerce/invoices/number-series.ts';
import { transact } from '#app/platform/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { armFailpoints } from '#app/platform/failpoint.server.ts';
import { calendarDate, instant, type Instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { copyDatabase } from '#tests/support/shared-postgres.ts';
import { openStillPlatform } from '#tests/support/test-platform.ts';

/*
 * Invoices are issued side by side while an owner and finance have their numbers begin otherwise, on a real PostgreSQL: no
 * number is left out or given twice, and none of before comes after one of after. Without the lock on the counter the same
 * test must see numbers that are taken twice.
 */
const folder = mkdtempSync(join(tmpdir(), 'rihla-races-'));
const url = await copyDatabase(inject('postgres'), 'number_prefix');
const env = readEnv({
  NODE_ENV: 'test',
  DATABASE_URL: url,
  DATA_DIR: folder,
  PORT: '3999',
  LOG_LEVEL: 'silent',
  AUTH_SECRET: 'a secret for tests only, 0123456789abcdef',
});
const platform = await openStillPlatform(env);
const { db } = platform;
afterEach(() => armFailpoints(undefined));
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

const issue = (at: Instant) =>
  transact(db, (tx) =>
    issueInvoice(tx, at, {
      key: randomUUID(),
      orderId: randomUUID(),
      orderReference: '7K2M9-4QX3D',
      ownerId: null,
      buyer: { name: 'Maryam' },
      supplyDate: calendarDate('2026-11-23'),
      lines: [{ words: { en: 'Fare', ar: 'أجرة' }, quantity: 1, gross: 10_000, vatCategory: 'zero-rated', vatBasisPoints: 0 }],
      charged: money(10_000, 'AED'),
      rate: '1',
    }),
  );
const change = (at: Instant, invoice: string, next: NumberSeries['next'] = null) =>
  transact(db, (tx) => saveNumberSeries(tx, at, { now: { invoice, creditNote: 'CRN' }, next }));
const many = (at: Instant) => Array.from({ length: 12 }, () => issue(at));

/** The numbers of a year in the order in which they were taken. */
async function numbersOf(year: number): Promise<{ readonly sequences: number[]; readonly prefixes: string[] }> {
  const { rows } = (await db.execute(
    sql`select sequence, split_part(number, '-', 1) as prefix from invoices where year = ${year} order by sequence`,
  )) as unknown as { rows: { sequence: number; prefix: string }[] };
  const prefixes = rows.map(({ prefix }) => prefix);
  return { sequences: rows.map(({ sequence }) => sequence), prefixes: prefixes.filter((one, at) => one !== prefixes[at - 1]) };
}
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
const summer = (year: number) => instant(Date.parse(`${year}-06-01T08:00:00Z`));

describe('what numbers begin with, changed while documents are issued', () => {
  it('leaves no number out, gives none twice, and mixes before and after nowhere', async () => {
    const at = summer(2026);
    await issue(at);
    for (const prefix of ['ACME', 'RH']) {
      await Promise.all([...many(at), change(at, prefix), ...many(at)]);
      expect((await issue(at)).number).toMatch(new RegExp(`^${prefix}-2026-`));
    }
    expect(await numbersOf(2026)).toEqual({ sequences: upTo(51), prefixes: ['INV', 'ACME', 'RH'] });
  });

  it('holds from the first document of its year on, whoever issues it', async () => {
    await change(summer(2026), 'RH', { year: 2027, invoice: 'NEXT', creditNote: 'CN' });
    await issue(summer(2026));
    await Promise.all(many(summer(2027)));
    expect(await numbersOf(2027)).toEqual({ sequences: upTo(12), prefixes: ['NEXT'] });
    expect((await numbersOf(2026)).prefixes).toEqual(['INV', 'ACME', 'RH']);
  });

  it('meets the first document of a year that nobody has counted yet', async () => {
    await Promise.all([...many(summer(2028)), change(summer(2028), 'LAST'), ...many(summer(2028))]);
    expect((await issue(summer(2028))).number).toBe('LAST-2028-000025');
    const { sequences, prefixes } = await numbersOf(2028);
    expect(sequences).toEqual(upTo(25));
    expect(['NEXT LAST', 'LAST']).toContain(prefixes.join(' '));
  });

  it('gives numbers twice when the guard is off', async () => {
    armFailpoints('invoice-number:off');
    const answers = await Promise.allSettled(many(summer(2028)));
    expect(answers.some(({ status }) => status === 'rejected')).toBe(true);
  });
});
