import { and, asc, desc, eq, gt, gte, like, lt, ne, not, notLike, sql, type SQL } from 'drizzle-orm';
import { addMilliseconds, dayMs, type Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { RowCursor } from '#app/values/keyset-page.ts';
import type { Db } from './database.server.ts';
import { keptCount } from './kept-read.server.ts';
import { cutPage, keysetQuery } from './keyset-query.server.ts';
import { mailLog, mailSuppressions, type LoggedMail, type Suppression } from './mail-log.tables.ts';
import type { MailChannel, MailStatus } from './mail-rules.ts';

export interface MailFilter {
  readonly status: MailStatus | null;
  readonly channel?: MailChannel | null;
  /** A kind, or a family that stands for all of its kinds; empty: any. */
  readonly kind: string;
  readonly language: LanguageCode | null;
  readonly emailIndex?: string;
  readonly orderId?: string;
  readonly id?: string;
  /** Only letters whose ids begin with this word and a dot. */
  readonly lettersOf?: string;
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
  const { status, kind, language, emailIndex, orderId, id, lettersOf, without = [], from, until, after } = filter;
  if (status) where.push(eq(mailLog.status, status));
  // Written out as their indexes are, so that a campaign of many letters is not read to its end.
  if (lettersOf) where.push(sql`${mailLog.kind} = 'campaigns.letter' and split_part(${mailLog.id}, '.', 1) = ${lettersOf}`);
  if (lettersOf && status && status !== 'sent') where.push(sql`${mailLog.status} <> 'sent'`);
  // Written out, so that the index of the texts alone is seen.
  if (filter.channel) where.push(filter.channel === 'text' ? sql`${mailLog.channel} = 'text'` : sql`${mailLog.channel} = 'mail'`);
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

/** The texts about an order that left, oldest first. The caller has judged access. */
export async function findTextsOfOrder(db: Db, orderId: string): Promise<Pick<LoggedMail, 'id' | 'kind' | 'changedAt'>[]> {
  return db
    .select({ id: mailLog.id, kind: mailLog.kind, changedAt: mailLog.changedAt })
    .from(mailLog)
    .where(and(eq(mailLog.orderId, orderId), eq(mailLog.channel, 'text'), eq(mailLog.status, 'sent')))
    .orderBy(asc(mailLog.changedAt));
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

/** Nearly all mails were sent, and there are more of them every second. */
const sent = keptCount<number>();

/** How many mails stand how, of the last seven days. How many were sent may be half a minute old. */
export async function countMails(db: Db, now: Instant): Promise<MailCounts> {
  const ofWeek = gt(mailLog.queuedAt, new Date(addMilliseconds(now, -7 * dayMs)));
  const [rows, left] = await Promise.all([
    db
      .select({ status: mailLog.status, count: sql<number>`count(*)::int` })
      .from(mailLog)
      .where(and(ne(mailLog.status, sql`'sent'`), ofWeek))
      .groupBy(mailLog.status),
    sent.read(db, 'week', now, async () => {
      const [row] = await db
        .select({ count: sql<number>`count(*)::int` })
        .from(mailLog)
        .where(and(eq(mailLog.status, 'sent'), ofWeek));
      return row!.count;
    }),
  ]);
  return {
    queued: 0,
    failed: 0,
    bounced: 0,
    suppressed: 0,
    ...Object.fromEntries(rows.map(({ status, count }) => [status, count])),
    sent: left,
  };
}

/** By kind: how many mails left and how many did not, in the last seven days. */
export async function countByKind(db: Db, now: Instant): Promise<ReadonlyMap<string, { readonly sent: number; readonly failed: number }>> {
  const rows = await db
    .select({
      kind: mailLog.kind,
      sent: sql<number>`count(*) filter (where ${mailLog.status} = 'sent')::int`,
      failed: sql<number>`count(*) filter (where ${mailLog.status} in ('failed', 'bounced'))::int`,
    })
    .from(mailLog)
    .where(and(eq(mailLog.channel, 'mail'), gt(mailLog.queuedAt, new Date(addMilliseconds(now, -7 * dayMs)))))
    .groupBy(mailLog.kind);
  return new Map(rows.map(({ kind, sent, failed }) => [kind, { sent, failed }]));
}

/** A page of the addresses that get no mail, or the one of an address, with how many colleagues and how many the house put there. */
export async function listSuppressions(
  db: Db,
  view: {
    readonly queue: 'all' | 'staff' | 'system';
    readonly emailIndex: string | null;
    readonly reason: string;
    readonly descending: boolean;
    readonly after: RowCursor | null;
  },
  most: number,
): Promise<{
  readonly rows: readonly Suppression[];
  readonly next: RowCursor | null;
  readonly counts: Readonly<Record<'all' | 'staff' | 'system', number>>;
}> {
  const wanted = and(
    view.emailIndex === null ? undefined : eq(mailSuppressions.emailIndex, view.emailIndex),
    view.reason === '' ? undefined : sql`${mailSuppressions.reason} = ${view.reason}`,
  );
  const bySystem = eq(mailSuppressions.addedBy, 'system');
  const { past, order, told } = keysetQuery({ key: sql`${mailSuppressions.addedAt}`, type: 'time' }, sql`${mailSuppressions.id}`, view);
  const [rows, [counted]] = await Promise.all([
    db
      .select({ one: mailSuppressions, key: told })
      .from(mailSuppressions)
      .where(and(wanted, view.queue === 'all' ? undefined : view.queue === 'system' ? bySystem : not(bySystem), past))
      .orderBy(order)
      .limit(most + 1),
    db
      .select({ system: sql<number>`(count(*) filter (where ${bySystem}))::int`, all: sql<number>`count(*)::int` })
      .from(mailSuppressions)
      .where(wanted),
  ]);
  const { shown, next } = cutPage(rows, most, ({ one, key }) => ({ key, id: one.id }));
  const { system, all } = counted!;
  return { rows: shown.map(({ one }) => one), next, counts: { all, staff: all - system, system } };
}
