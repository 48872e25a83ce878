import { randomUUID } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTasks, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { dayMs } from '#app/values/dates.ts';
import { findCasesToReconcile, findCounts, findCustody, findSealsInHouse, insertCount } from './assisted-store.server.ts';
import { compareCount, reconcile, type CustodyFault } from './custody-rules.ts';

const batch = 500;
/** Ended cases are still gone through this long. */
const lookBackDays = 30;
/** While passports lie in the house, somebody looks into the safe this often. */
const countEveryMs = dayMs;

const task = { kind: 'passport-count', textKey: 'tasks:passport-count' };
const faultSubject = (id: string) => `assisted_cases:${id}`;
const safeSubject = 'passport_counts:safe';

/**
 * The night's count: every ledger is added up against its case, and what somebody last found in the safe against what
 * should lie there. Each difference becomes a task of the desk; a task whose difference is gone closes. Returns them.
 */
export async function countCustody(platform: Platform): Promise<readonly { readonly id: string; readonly fault: CustodyFault | 'safe' }[]> {
  const { db, clock } = platform;
  const now = clock.now();
  const found: { id: string; fault: CustodyFault | 'safe' }[] = [];
  for (let after = ''; ;) {
    const cases = await findCasesToReconcile(db, new Date(now - lookBackDays * dayMs), after, batch);
    if (cases.length === 0) break;
    after = cases.at(-1)!.id;
    const lines = Map.groupBy(
      await findCustody(
        db,
        cases.map(({ id }) => id),
      ),
      ({ caseId }) => caseId,
    );
    const faults = reconcile(
      cases.map((one) => ({
        id: one.id,
        status: one.status,
        passport: one.passport,
        seal: one.seal,
        daysThere: Math.floor((now - one.passportSince.getTime()) / dayMs),
        lines: (lines.get(one.id) ?? []).map((line) => ({
          number: line.number,
          from: line.fromPlace,
          to: line.toPlace,
          givenBy: line.givenBy,
          receivedBy: line.receivedBy,
          seal: line.seal,
        })),
      })),
    );
    found.push(...faults);
    const wrong = new Map(faults.map(({ id, fault }) => [id, fault]));
    await transact(db, async (tx) => {
      for (const { id } of cases) {
        const fault = wrong.get(id);
        if (fault) await openStaffTask(tx, now, { ...task, subject: faultSubject(id), detail: { case: id, fault } });
        else await closeStaffTasks(tx, now, { kinds: [task.kind], subject: faultSubject(id), by: 'system' });
      }
    });
  }
  const [last] = await findCounts(db, 1);
  const expected = await findSealsInHouse(db);
  const stale = expected.length > 0 && (!last || now - last.at.getTime() > countEveryMs);
  const differs = last !== undefined && last.missing.length + last.unexpected.length > 0;
  await transact(db, async (tx) => {
    if (!stale && !differs) return closeStaffTasks(tx, now, { kinds: [task.kind], subject: safeSubject, by: 'system' });
    const fault = differs ? 'safe-differs' : 'not-counted';
    return openStaffTask(tx, now, { ...task, subject: safeSubject, detail: { fault, expected: expected.length } });
  });
  if (stale || differs) found.push({ id: 'safe', fault: 'safe' });
  return found;
}

export interface CountedSafe {
  readonly missing: readonly string[];
  readonly unexpected: readonly string[];
}

/** Somebody opened the safe and read the seals, without being shown which should be there. What differs is a task at once. */
export async function recordCount(
  platform: Platform,
  count: { readonly staffId: string; readonly found: readonly string[]; readonly requestId: string },
  keep?: Keep<CountedSafe>,
): Promise<CountedSafe> {
  return transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const compared = compareCount(await findSealsInHouse(tx), count.found);
    const id = randomUUID();
    await insertCount(tx, {
      id,
      countedBy: count.staffId,
      found: [...count.found],
      missing: [...compared.missing],
      unexpected: [...compared.unexpected],
      at: new Date(now),
    });
    if (compared.missing.length + compared.unexpected.length > 0)
      await openStaffTask(tx, now, { ...task, subject: safeSubject, detail: { fault: 'safe-differs', expected: compared.missing.length } });
    else await closeStaffTasks(tx, now, { kinds: [task.kind], subject: safeSubject, by: `staff:${count.staffId}` });
    await audit(tx, now, {
      actor: `staff:${count.staffId}`,
      action: 'assisted.safe-counted',
      subject: `passport_counts:${id}`,
      detail: { found: count.found.length, missing: compared.missing.length, unexpected: compared.unexpected.length },
      requestId: count.requestId,
    });
    await keep?.(tx, compared);
    return compared;
  });
}
