import { randomUUID } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { closeCount, findCount, insertCount, markFound } from './asset-counts-store.server.ts';
import type { AssetPlace } from './asset-kinds.ts';
import { readTag } from './asset-tag-rules.ts';
import { officeZone } from './office-zone.ts';

export type CountRefusal = 'open-already' | 'not-there' | 'closed' | 'no-tag';

interface Work {
  readonly staffId: string;
  readonly requestId: string;
}

/** Begins a count of a place: what should be there now is written down, so that moves during the count do not change it. */
export async function beginCount(
  platform: Pick<Platform, 'db' | 'clock'>,
  work: Work & { readonly place: AssetPlace },
): Promise<Outcome<{ readonly id: string }, CountRefusal>> {
  const id = randomUUID();
  const actor = `staff:${work.staffId}`;
  return transact(platform.db, async (tx): Promise<Outcome<{ id: string }, CountRefusal>> => {
    const now = platform.clock.now();
    const expected = await insertCount(tx, { id, place: work.place, begunBy: actor, begunAt: new Date(now) });
    if (expected === null) return refuse('open-already');
    const detail = { place: work.place, expected };
    await audit(tx, now, { actor, action: 'asset-count.begun', subject: `asset_counts:${id}`, detail, requestId: work.requestId });
    return done({ id });
  });
}

/** What a tag that was scanned or typed turned out to be. Seen twice is seen once. */
export async function countTag(
  platform: Pick<Platform, 'db' | 'clock'>,
  work: Work & { readonly countId: string; readonly typed: string },
): Promise<Outcome<{ readonly tag: string; readonly what: 'expected' | 'elsewhere' | 'unknown' | 'again' }, CountRefusal>> {
  const tag = readTag(work.typed);
  if (!tag) return refuse('no-tag');
  return transact(
    platform.db,
    async (tx): Promise<Outcome<{ tag: string; what: 'expected' | 'elsewhere' | 'unknown' | 'again' }, CountRefusal>> => {
      const count = await findCount(tx, work.countId);
      if (!count) return refuse('not-there');
      if (count.status === 'closed') return refuse('closed');
      const now = platform.clock.now();
      return done({ tag, what: await markFound(tx, count, tag, { by: `staff:${work.staffId}`, now, today: dateIn(officeZone, now) }) });
    },
  );
}

/** Ends a count; what was not found then is what is missing. */
export async function endCount(
  platform: Pick<Platform, 'db' | 'clock'>,
  work: Work & { readonly countId: string },
): Promise<Outcome<null, CountRefusal>> {
  const actor = `staff:${work.staffId}`;
  return transact(platform.db, async (tx): Promise<Outcome<null, CountRefusal>> => {
    const now = platform.clock.now();
    if (!(await closeCount(tx, work.countId, { by: actor, now }))) return refuse('closed');
    const subject = `asset_counts:${work.countId}`;
    await audit(tx, now, { actor, action: 'asset-count.closed', subject, requestId: work.requestId });
    return done(null);
  });
}
