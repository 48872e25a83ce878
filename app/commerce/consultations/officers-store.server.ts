import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { instant, type Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { BlockReason, ConsultationTopic } from './consultation-kinds.ts';
import { consultationBlocks, consultationHours, consultationOfficers } from './consultations.tables.ts';
import type { Block, Claim, OfficerHours } from './slot-rules.ts';

interface Shift {
  readonly weekday: number;
  readonly from: string;
  readonly until: string;
}

export interface Officer extends OfficerHours {
  readonly languages: readonly LanguageCode[];
  readonly topics: readonly ConsultationTopic[];
  readonly takes: boolean;
  readonly hours: readonly Shift[];
}

/** Everybody who has given hours, or those of these ids. */
export async function findOfficers(db: Db, ids?: readonly string[]): Promise<Officer[]> {
  const officers = await db
    .select()
    .from(consultationOfficers)
    .where(ids ? inArray(consultationOfficers.officerId, [...ids]) : undefined)
    .orderBy(asc(consultationOfficers.officerId));
  const shifts = await db
    .select()
    .from(consultationHours)
    .where(ids ? inArray(consultationHours.officerId, [...ids]) : undefined)
    .orderBy(asc(consultationHours.weekday), asc(consultationHours.fromClock));
  return officers.map(({ officerId, languages, topics, takes }) => ({
    officerId,
    languages,
    topics,
    takes,
    hours: shifts
      .filter((shift) => shift.officerId === officerId)
      .map(({ weekday, fromClock, untilClock }) => ({ weekday, from: fromClock, until: untilClock })),
  }));
}

export async function saveOfficer(tx: Tx, now: Instant, officer: Officer): Promise<void> {
  const values = {
    languages: [...officer.languages],
    topics: [...officer.topics],
    takes: officer.takes,
    changedAt: new Date(now),
  };
  await tx
    .insert(consultationOfficers)
    .values({ officerId: officer.officerId, ...values })
    .onConflictDoUpdate({ target: consultationOfficers.officerId, set: values });
  await tx.delete(consultationHours).where(eq(consultationHours.officerId, officer.officerId));
  if (officer.hours.length > 0)
    await tx.insert(consultationHours).values(
      officer.hours.map(({ weekday, from, until }) => ({
        officerId: officer.officerId,
        weekday,
        fromClock: from,
        untilClock: until,
      })),
    );
}

export interface KeptBlock extends Block {
  readonly id: string;
  readonly reason: BlockReason;
}

/** Blocks that reach into a time, earliest first. */
export async function findBlocks(db: Db, from: Instant, until: Instant): Promise<KeptBlock[]> {
  const rows = await db
    .select()
    .from(consultationBlocks)
    .where(and(gt(consultationBlocks.endsAt, new Date(from)), lt(consultationBlocks.startsAt, new Date(until))))
    .orderBy(asc(consultationBlocks.startsAt), asc(consultationBlocks.id));
  return rows.map(({ id, officerId, startsAt, endsAt, reason }) => ({
    id,
    officerId,
    reason,
    from: instant(startsAt.getTime()),
    until: instant(endsAt.getTime()),
  }));
}

export async function insertBlock(tx: Tx, block: KeptBlock): Promise<void> {
  await tx.insert(consultationBlocks).values({
    id: block.id,
    officerId: block.officerId,
    startsAt: new Date(block.from),
    endsAt: new Date(block.until),
    reason: block.reason,
  });
}

/** Opens the time again; `officer` keeps one from opening a colleague's. False when there is none. */
export async function removeBlock(tx: Tx, id: string, officer: string | null): Promise<boolean> {
  const gone = await tx
    .delete(consultationBlocks)
    .where(and(eq(consultationBlocks.id, id), officer === null ? undefined : eq(consultationBlocks.officerId, officer)))
    .returning({ id: consultationBlocks.id });
  return gone.length > 0;
}

/**
 * Quarter hours that are given away in a time, both ends included: to calls, and to interviews, whose table is that of the
 * people's part. What an invitation keeps counts until the watch has given it back, as it does for the database.
 */
export async function findClaims(db: Db, from: Instant, until: Instant): Promise<Claim[]> {
  const [first, last] = [from, until].map((at) => new Date(at).toISOString());
  const { rows } = (await db.execute(sql`
    select officer_id as officer, tick from consultation_claims where tick between ${first} and ${last}
    union
    select user_id, tick from interview_claims, generate_series(starts_at, ends_at - interval '1 second', interval '15 minutes') as tick
      where starts_at <= ${last} and ends_at > ${first}`)) as unknown as { rows: { officer: string; tick: string | Date }[] };
  return rows.map(({ officer, tick }) => ({ officerId: officer, tick: instant(new Date(tick).getTime()) }));
}
