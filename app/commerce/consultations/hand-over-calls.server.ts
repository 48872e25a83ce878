import { and, asc, count, eq, gt } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { HandOver } from '#app/platform/hand-over.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { instant, type Instant } from '#app/values/dates.ts';
import { consultations } from './consultations.tables.ts';
import { findFreeAt } from './find-slots.server.ts';
import { giveCall, takeCallBack } from './work-consultation.server.ts';

const bookedOf = (userId: string, now: Instant) =>
  and(eq(consultations.officerId, userId), eq(consultations.status, 'scheduled'), gt(consultations.startsAt, new Date(now)));

export async function countCallsOf(db: Db, userId: string, now: Instant): Promise<number> {
  const [row] = await db.select({ all: count() }).from(consultations).where(bookedOf(userId, now));
  return row?.all ?? 0;
}

/**
 * Every call that is booked goes to the chosen colleague, where they are free then, else to another who is; where nobody is,
 * the visitor chooses anew, by mail. How many that were.
 */
export async function handOverCalls(tx: Tx, platform: Platform, now: Instant, { from, to, by }: HandOver): Promise<number> {
  const theirs = await tx.select().from(consultations).where(bookedOf(from, now)).orderBy(asc(consultations.startsAt)).for('update');
  const given = new Set<string>();
  for (const call of theirs) {
    const at = instant(call.startsAt!.getTime());
    const free = await findFreeAt({ db: tx, clock: platform.clock }, { language: null, topic: null }, at, Number.NEGATIVE_INFINITY);
    const able = await findFreeAt(
      { db: tx, clock: platform.clock },
      { language: call.callLanguage, topic: call.topic },
      at,
      Number.NEGATIVE_INFINITY,
    );
    const taker = [...free.filter((officer) => officer === to), ...able].find(
      (officer) => officer !== from && !given.has(`${officer} ${at}`),
    );
    if (taker === undefined) await takeCallBack(tx, platform, now, call, by);
    else {
      given.add(`${taker} ${at}`);
      await giveCall(tx, platform, now, { call, at, officerId: taker, actor: by });
    }
  }
  return theirs.length;
}
