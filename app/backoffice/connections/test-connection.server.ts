import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { takeTry } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { minuteMs } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { TestedService } from './connection-rules.ts';
import { keepConnectionTest } from './connections-store.server.ts';
import { canBeTested, probeConnection, type Outside } from './probe-connection.server.ts';

export type TestRefusal = 'nothing-to-call' | 'too-often';
const limit = { name: 'connection-test', most: 6, perMs: minuteMs };

/** Calls a service once and keeps what came back, with who asked for it. The call stands outside the transaction. */
export async function testConnection(
  outside: Outside & { readonly platform: Pick<Platform, 'db' | 'env' | 'mail' | 'clock'> },
  ask: { readonly service: TestedService; readonly by: string; readonly requestId: string },
): Promise<Outcome<TestedService, TestRefusal>> {
  const { db, env, clock } = outside.platform;
  if (!canBeTested(env, ask.service)) return refuse('nothing-to-call');
  if ((await takeTry(db, clock, limit, ask.service)) > 0) return refuse('too-often');
  const { probe, tookMs } = await probeConnection(outside, ask.service);
  const now = clock.now();
  await transact(db, async (tx) => {
    await keepConnectionTest(tx, now, { service: ask.service, by: ask.by, probe, tookMs });
    await audit(tx, now, {
      actor: `staff:${ask.by}`,
      action: 'connection.tested',
      subject: `connection_tests:${ask.service}`,
      detail: { outcome: probe.outcome, tookMs },
      requestId: ask.requestId,
    });
  });
  return done(ask.service);
}
