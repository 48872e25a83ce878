import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest';
import { readEnv } from '#app/platform/env.server.ts';
import { armFailpoints } from '#app/platform/failpoint.server.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { demoPassword, seedDemo } from '#seeds/demo.ts';
import { openOrderForms, type ReadyForm } from '#tests/support/order-forms.ts';
import { copyDatabase } from '#tests/support/shared-postgres.ts';
import { openStillPlatform } from '#tests/support/test-platform.ts';
import { meetBeforeWriting } from '#tests/support/waiting.ts';

/*
 * Real requests to the built application on a real PostgreSQL, all at once: the embedded database has one connection
 * and hides every race. With the guard of the form keys switched off, the same test must see the damage.
 */
const folder = mkdtempSync(join(tmpdir(), 'rihla-races-'));
const url = await copyDatabase(inject('postgres'), 'orders');
const env = readEnv({
  NODE_ENV: 'test',
  DATABASE_URL: url,
  DATA_DIR: folder,
  PORT: '3999',
  LOG_LEVEL: 'silent',
  AUTH_SECRET: 'a secret for tests only, 0123456789abcdef',
});
const platform = await openStillPlatform(env);
await seedDemo({ ...platform, env: { ...env, demo: true } });
const { app, sale, ready } = await openOrderForms(platform, { email: 'admin@rihla.example', password: demoPassword });
afterEach(() => armFailpoints(undefined));
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

const presses = 10;

async function press({ path, cookie, fields }: ReadyForm): Promise<string> {
  const answer = await app.send(path, { cookie, form: { ...fields } });
  return `${answer.status} ${answer.headers.get('location') ?? ''}`;
}
const atOnce = (form: ReadyForm) => Promise.all(Array.from({ length: presses }, () => press(form)));
async function count(table: string): Promise<number> {
  const result = (await platform.db.execute(sql.raw(`select count(*)::int as rows from ${table}`))) as unknown as {
    rows: { rows: number }[];
  };
  return result.rows[0]!.rows;
}

/** Ten presses at once, the bank's work in between, and ten more. Answers there were, and rows made. */
async function storm(place: string, form: string, table: string, between: (answer: string) => Promise<unknown> = async () => null) {
  const one = await ready[place]![form]!();
  const before = await count(table);
  const answers = await atOnce(one);
  await between(answers[0]!);
  answers.push(...(await atOnce(one)));
  return { answers: new Set(answers).size, rows: (await count(table)) - before, first: answers[0]! };
}
const payAtBank = (answer: string) => sale.bank.pay(answer.replace(/^302 /, ''), 'approved').then(() => sale.settle());

const cases = [
  ['checkout', 'place and hold', 'orders', undefined],
  ['checkout', 'pay', 'payments', payAtBank],
  ['checkout', 'confirm-cancel', 'refunds', () => sale.settle()],
  ['flight-order', 'confirm-cancel', 'refunds', () => sale.settle()],
  ['record', 'note', 'record_notes', undefined],
] as const;

describe('one form pressed twenty times', () => {
  it.each(cases)('%s, %s: has one effect and one answer', async (place, form, table, between) => {
    const { answers, rows, first } = await storm(place, form, table, between);
    expect(first).toMatch(/^302 /);
    expect({ answers, rows }).toEqual({ answers: 1, rows: 1 });
  });

  it.each(cases)('%s, %s: has more when the guard is off', async (place, form, table, between) => {
    armFailpoints('idempotency:off');
    const { answers, rows } = await storm(place, form, table, between);
    expect(answers + rows).toBeGreaterThan(2);
  });
});

/** The last step of one draft, open in several tabs: each page has a key of its own, and all are sent at once. */
async function tabsOf(place: string, form: string, meeting = 0) {
  const one = await ready[place]![form]!();
  const before = await count('orders');
  const answers = await meetBeforeWriting(url, 'pools', meeting, () =>
    Promise.all(Array.from({ length: presses }, () => press({ ...one, fields: { ...one.fields, key: newFormKey() } }))),
  );
  return { won: answers.filter((answer) => answer.startsWith('302 /checkout/')).length, rows: (await count('orders')) - before, answers };
}
const lastSteps = [
  ['flight-seats', 'keep'],
  ['checkout', 'place and hold'],
] as const;

describe('the last step sent from ten tabs at once', () => {
  it.each(lastSteps)('%s, %s: exactly one wins, and the others are told that it is booked', async (place, form) => {
    const { won, rows, answers } = await tabsOf(place, form);
    expect({ won, rows }).toEqual({ won: 1, rows: 1 });
    expect(answers.filter((answer) => answer === '409 ')).toHaveLength(presses - 1);
  });

  it.each(lastSteps)('%s, %s: two orders for the same seat in the same plane when the guard is off', async (place, form) => {
    armFailpoints('people-lock:off');
    expect((await tabsOf(place, form, 2)).rows).toBeGreaterThan(1);
  });
});
