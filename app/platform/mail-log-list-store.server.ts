import { and, asc, desc, eq, gt, gte, like, lt, notLike, sql, type SQL } from 'drizzle-orm';
import { addMilliseconds, dayMs, type Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Db } from './database.server.ts';
import { mailLog, mailSuppressions, type LoggedMail, type Suppression } from './mail-log.tables.ts';
import type { MailStatus } from './mail-rules.ts';

export interface MailFilter {
  readonly status: MailStatus | null;
  /** A kind, or a family that stands for all of its kinds; empty: any. */
  readonly kind: string;
  readonly language: LanguageCode | null;
  readonly emailIndex?: string;
  readonly orderId?: string;
  readonly id?: string;
  /** Families that are left out. */
  readonly without?: readonly string[];
  /** Days in Dubai, both included; empty: open. */
  readonly from: string;
  readonly until: string;
  /** Only those behind this one. */
  readonly after: LoggedMail | null;
}

/** Newest first, `most` at most. */
export async function listMails(db: Db, filter: MailFilter, most: number): Promise<LoggedMail[]> {
  const where: SQL[] = [];
  const { status, kind, language, emailIndex, orderId, id, without = [], from, until, after } = filter;
  if (status) where.push(eq(mailLog.status, status));
  if (language) where.push(eq(mailLog.language, language));
  if (kind) where.push(kind.includes('.') ? eq(mailLog.kind, kind) : like(mailLog.kind, `${kind}.%`));
  if (emailIndex) where.push(eq(mailLog.emailIndex, emailIndex));
  if (orderId) where.push(eq(mailLog.orderId, orderId));
  if (id) where.push(eq(mailLog.id, id));
  for (const family of without) where.push(notLike(mailLog.kind, `${family}.%`));
  // Days of the house; Dubai knows no summer time.
  if (from) where.push(gte(mailLog.queuedAt, new Date(`${from}T00:00:00+04:00`)));
  if (until) where.push(lt(mailLog.queuedAt, new Date(Date.parse(`${until}T00:00:00+04:00`) + dayMs)));
  if (after) where.push(sql`(${mailLog.queuedAt}, ${mailLog.id}) < (${after.queuedAt.toISOString()}::timestamptz, ${after.id})`);
  return db
    .select()
    .from(mailLog)
    .where(and(...where))
    .orderBy(desc(mailLog.queuedAt), desc(mailLog.id))
    .limit(most);
}

/** What staff had sent of a mail once more, oldest first. */
export async function findSentAgain(db: Db, id: string): Promise<LoggedMail[]> {
  return db
    .select()
    .from(mailLog)
    .where(sql`(${mailLog.againOf} = ${id} or starts_with(${mailLog.id}, ${`${id}.again-`}))`)
    .orderBy(asc(mailLog.queuedAt));
}

export type MailCounts = Readonly<Record<MailStatus, number>>;

/** How many mails stand how, of the last seven days. */
export async function countMails(db: Db, now: Instant): Promise<MailCounts> {
  const rows = await db
    .select({ status: mailLog.status, count: sql<number>`count(*)::int` })
    .from(mailLog)
    .where(gt(mailLog.queuedAt, new Date(addMilliseconds(now, -7 * dayMs))))
    .groupBy(mailLog.status);
  return {
    queued: 0,
    sent: 0,
    failed: 0,
    bounced: 0,
    suppressed: 0,
    ...Object.fromEntries(rows.map(({ status, count }) => [status, count])),
  };
}

/** By kind: how many left and how many did not, in the last seven days. */
export async function countByKind(db: Db, now: Instant): Promise<ReadonlyMap<string, { readonly sent: number; readonly failed: number }>> {
  const rows = await db
    .select({
      kind: mailLog.kind,
      sent: sql<number>`count(*) filter (where ${mailLog.status} = 'sent')::int`,
      failed: sql<number>`count(*) filter (where ${mailLog.status} in ('failed', 'bounced'))::int`,
    })
    .from(mailLog)
    .where(gt(mailLog.queuedAt, new Date(addMilliseconds(now, -7 * dayMs))))
    .groupBy(mailLog.kind);
  return new Map(rows.map(({ kind, sent, failed }) => [kind, { sent, failed }]));
}

/** Newest first, or the one of an address. */
export async function listSuppressions(db: Db, emailIndex: string | null, most: number): Promise<Suppression[]> {
  return db
    .select()
    .from(mailSuppressions)
    .where(emailIndex ? eq(mailSuppressions.emailIndex, emailIndex) : undefined)
    .orderBy(desc(mailSuppressions.addedAt), desc(mailSuppressions.id))
    .limit(most);
}
