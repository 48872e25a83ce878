import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { openCrashYard, type CrashYard } from './crash-harness.ts';

/*
 * The drill can fail: the same sale with damage done by hand while the server is down or behind its back, and the judge
 * must say so.
 */
let yard: CrashYard;
beforeAll(async () => {
  yard = await openCrashYard();
}, 300_000);
afterAll(() => yard.close());

const settled = { status: 'refunded', orders: 1, captures: 1, refunds: 1, broken: [] };

describe('the drill notices', () => {
  it('a record and a book that were changed by hand while the server was down', async () => {
    let done = false;
    const outcome = await yard.play('sold', '', async ({ status, server, databaseUrl }) => {
      if (done || status === 'none' || status === 'unknown') return;
      server.kill('SIGKILL');
      await server.exit;
      const hand = new pg.Client(databaseUrl);
      await hand.connect();
      await hand.query('alter table audit_events disable trigger user; alter table orders disable trigger user');
      await hand.query(`update audit_events set reason = 'as if it had been so' where sequence = (select min(sequence) from audit_events)`);
      await hand.query('update orders set version = version + 1');
      await hand.query('alter table audit_events enable trigger user; alter table orders enable trigger user');
      await hand.end();
      done = true;
    });
    expect(done).toBe(true);
    expect(outcome).not.toMatchObject(settled);
    expect(outcome.broken.join()).toMatch(/I18/);
    expect(outcome.broken.join()).toMatch(/I3/);
  });

  it('money that the bank took a second time', async () => {
    let done = false;
    const outcome = await yard.play('sold', '', async ({ bankJournal }) => {
      const created = readFileSync(bankJournal, 'utf8')
        .split('\n')
        .find((line) => line.includes('payment.created'));
      if (done || !created) return;
      const { payment, terms } = JSON.parse(created) as { payment: string; terms: { amount: number } };
      const again = { seq: 9_999, at: Date.now(), type: 'payment.captured', payment, amount: terms.amount, fee: 0, key: 'by hand' };
      appendFileSync(bankJournal, `${JSON.stringify(again)}\n`);
      done = true;
    });
    expect(done).toBe(true);
    expect(outcome.captures).toBe(2);
    expect(outcome.broken.join()).toMatch(/I6/);
  });
});
