import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Probe, TestedService } from './connection-rules.ts';
import { connectionTests } from './connections.tables.ts';

export type ConnectionTest = typeof connectionTests.$inferSelect;

export async function listConnectionTests(db: Db): Promise<ConnectionTest[]> {
  return db.select().from(connectionTests);
}

/** Keeps a test over the one before it; when the service last answered stays after a test that failed. */
export async function keepConnectionTest(
  tx: Tx,
  now: number,
  test: { readonly service: TestedService; readonly by: string; readonly probe: Probe; readonly tookMs: number },
): Promise<void> {
  const testedAt = new Date(now);
  const answeredAt = test.probe.outcome === 'answered' ? testedAt : null;
  const row = { testedAt, testedBy: test.by, outcome: test.probe.outcome, detail: test.probe.detail, tookMs: test.tookMs };
  await tx
    .insert(connectionTests)
    .values({ service: test.service, ...row, answeredAt })
    .onConflictDoUpdate({
      target: connectionTests.service,
      set: { ...row, answeredAt: answeredAt ?? sql`${connectionTests.answeredAt}` },
    });
}
