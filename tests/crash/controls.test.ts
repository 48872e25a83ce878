import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { openCrashYard, type CrashYard } from './crash-harness.ts';

/*
 * The drill can fail: the same deaths with what protects a sale switched off, or with damage done by hand while the
 * server is down, and the judge must say so.
 */
let yard: CrashYard;
beforeAll(async () => {
  yard = await openCrashYard();
}, 300_000);
afterAll(() => yard.close());

describe('the drill notices', () => {
  it('a second order, when a form that is sent again after the death is not known by its key', async () => {
    const outcome = await yard
      .play('sold', 'place.after-commit:exit', undefined, 'idempotency:off,people-lock:off')
      .catch((fault: Error) => fault);
    // Either it ends with two orders, or the traveller never gets to where one order would have led.
    expect(outcome).not.toMatchObject({ orders: 1, broken: [] });
  });

  it('money that left the books while nobody looked', async () => {
    let done = false;
    const outcome = await yard.play('sold', '', async ({ status, server, databaseUrl }) => {
      if (done || status !== 'ticketed') return;
      done = true;
      server.kill('SIGKILL');
      await server.exit;
      const hand = new pg.Client(databaseUrl);
      await hand.connect();
      await hand.query('alter table audit_events disable trigger user');
      await hand.query(`update audit_events set reason = 'as if it had been so' where sequence = (select max(sequence) from audit_events)`);
      await hand.end();
    });
    expect(done).toBe(true);
    expect(outcome.broken.join()).toContain('I18');
  });
});
