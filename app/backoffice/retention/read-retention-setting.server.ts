import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { policyDays, type KeptKind, type RetentionPolicy } from '#app/platform/retention-rules.ts';
import { getPolicy, listWishes } from '#app/platform/retention-store.server.ts';
import { countDueWith } from './kept-data.server.ts';

/** A period that is a setting, what waits for a second person and what was asked for before; `viewerId` tells one's own wish. */
export async function readRetentionSetting(platform: Platform, kind: KeptKind, code: RetentionPolicy, viewerId: string) {
  const { db } = platform;
  const [policy, wishes] = await Promise.all([getPolicy(db, code), listWishes(db, code)]);
  const names = await findStaffNames(
    db,
    wishes.flatMap(({ askedBy, decidedBy }) => [askedBy, ...(decidedBy ? [decidedBy] : [])]),
  );
  const waiting = wishes.find(({ status }) => status === 'waiting');
  return {
    days: policy.days,
    version: policy.version,
    range: policyDays[code],
    waiting: waiting
      ? {
          id: waiting.id,
          before: waiting.daysBefore,
          days: waiting.days,
          reason: waiting.reason,
          by: names.get(waiting.askedBy) ?? null,
          mine: waiting.askedBy === viewerId,
          due: await countDueWith(platform, kind, waiting.days),
        }
      : null,
    earlier: wishes
      .filter(({ status }) => status !== 'waiting')
      .map((wish) => ({
        id: wish.id,
        before: wish.daysBefore,
        days: wish.days,
        reason: wish.reason,
        status: wish.status,
        on: wish.askedAt.toISOString(),
        by: names.get(wish.askedBy) ?? null,
        decided: wish.decidedBy && (names.get(wish.decidedBy) ?? null),
      })),
  };
}
export type RetentionSetting = Awaited<ReturnType<typeof readRetentionSetting>>;
