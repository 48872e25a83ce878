import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { cutPage, keysetQuery } from '#app/platform/keyset-query.server.ts';
import { emailKey } from '#app/values/email.ts';
import type { RowCursor } from '#app/values/keyset-page.ts';
import { guardIsOff } from '#app/platform/failpoint.server.ts';
import { minuteMs, type Instant } from '#app/values/dates.ts';
import type { MoveReason } from './consultation-kinds.ts';
import {
  consultationClaims,
  consultationEvents,
  consultationMails,
  consultations,
  type Consultation,
  type RecordedEvent,
} from './consultations.tables.ts';
import { endOf, ticksOf } from './slot-rules.ts';

export interface ConsultationContact {
  readonly name: string;
  readonly email: string;
  /** E.164. */
  readonly phone: string;
}

/** Raised inside a transaction so that nothing of it stays: somebody else was given the time. */
export class SlotTaken extends Error {}

const where = (id: string, field: string) => `consultations|${field}|${id}`;

/** What an e-mail is looked up by. */
export function consultationEmailIndex(crypto: FieldCrypto, email: string): string {
  return crypto.blindIndex(emailKey(email), 'consultation-email');
}

export interface NewConsultation extends Pick<
  Consultation,
  'id' | 'reference' | 'topic' | 'channel' | 'callLanguage' | 'language' | 'zone' | 'country' | 'userId' | 'fromInquiry'
> {
  readonly contact: ConsultationContact;
  readonly words: string;
  /** Null for somebody who still has to choose a time. */
  readonly given: { readonly at: Instant; readonly officerId: string } | null;
}

export async function insertConsultation(
  tx: Tx,
  crypto: FieldCrypto,
  now: Instant,
  { contact, words, given, ...rest }: NewConsultation,
  actor: string,
): Promise<void> {
  await tx.insert(consultations).values({
    ...rest,
    status: given ? 'scheduled' : 'requested',
    contact: crypto.seal(JSON.stringify(contact), where(rest.id, 'contact')),
    emailIndex: consultationEmailIndex(crypto, contact.email),
    words: crypto.seal(words, where(rest.id, 'words')),
    officerId: given?.officerId ?? null,
    startsAt: given ? new Date(given.at) : null,
    endsAt: given ? new Date(endOf(given.at)) : null,
    createdAt: new Date(now),
    changedAt: new Date(now),
  });
  await tx.insert(consultationEvents).values({
    consultationId: rest.id,
    version: 1,
    event: given ? 'schedule' : 'asked',
    actor,
    startsAt: given ? new Date(given.at) : null,
    at: new Date(now),
  });
  if (given) await claimSlot(tx, rest.id, given);
}

/** Gives a time of an officer to a call, or throws SlotTaken: the primary key lets no quarter hour be given twice. */
export async function claimSlot(tx: Tx, id: string, given: { readonly at: Instant; readonly officerId: string }): Promise<void> {
  const ticks = ticksOf(given.at);
  const claimed = await tx
    .insert(consultationClaims)
    .values(ticks.map((tick) => ({ officerId: given.officerId, tick: new Date(tick), consultationId: id })))
    .onConflictDoNothing()
    .returning({ tick: consultationClaims.tick });
  if (claimed.length < ticks.length && !guardIsOff('consultation-slot')) throw new SlotTaken();
}

/** Gives the quarter hours of a call back. */
export async function freeSlot(tx: Tx, id: string): Promise<void> {
  await tx.delete(consultationClaims).where(eq(consultationClaims.consultationId, id));
}

export function openContact(crypto: FieldCrypto, call: Pick<Consultation, 'id' | 'contact'>): ConsultationContact {
  return JSON.parse(crypto.open(call.contact, where(call.id, 'contact'))) as ConsultationContact;
}

export function openWords(crypto: FieldCrypto, call: Pick<Consultation, 'id' | 'words'>): string {
  return crypto.open(call.words, where(call.id, 'words'));
}

export function openSummary(crypto: FieldCrypto, call: Pick<Consultation, 'id' | 'summary'>): string | null {
  return call.summary === null ? null : crypto.open(call.summary, where(call.id, 'summary'));
}

export function sealSummary(crypto: FieldCrypto, id: string, words: string): string {
  return crypto.seal(words, where(id, 'summary'));
}

export async function findConsultationAsSystem(db: Db, id: string): Promise<Consultation | null> {
  const [row] = await db.select().from(consultations).where(eq(consultations.id, id));
  return row ?? null;
}

/** A call that nobody else changes until the transaction ends. */
export async function lockConsultation(tx: Tx, id: string): Promise<Consultation | null> {
  const [row] = await tx.select().from(consultations).where(eq(consultations.id, id)).for('update');
  return row ?? null;
}

/** By reference; the caller has judged access. */
export async function findConsultationAsStaff(db: Db, reference: string): Promise<Consultation | null> {
  const [row] = await db.select().from(consultations).where(eq(consultations.reference, reference));
  return row ?? null;
}

/** The call that staff invited to from an inquiry; its reference. */
export async function findInvitation(db: Db, inquiry: string): Promise<string | null> {
  const [row] = await db
    .select({ reference: consultations.reference })
    .from(consultations)
    .where(eq(consultations.fromInquiry, inquiry))
    .limit(1);
  return row?.reference ?? null;
}

/** Calls of one person that still have to happen. */
export async function countOpen(db: Db, emailIndex: string): Promise<number> {
  const [row] = await db
    .select({ all: count() })
    .from(consultations)
    .where(and(eq(consultations.emailIndex, emailIndex), inArray(consultations.status, ['requested', 'scheduled'])));
  return row?.all ?? 0;
}

/** Other calls of the same person, latest first. */
export async function findOthersOf(db: Db, call: Pick<Consultation, 'id' | 'emailIndex'>): Promise<Consultation[]> {
  return db
    .select()
    .from(consultations)
    .where(and(eq(consultations.emailIndex, call.emailIndex), ne(consultations.id, call.id)))
    .orderBy(desc(consultations.createdAt))
    .limit(20);
}

export interface ConsultationNews {
  readonly version: number;
  readonly event: RecordedEvent;
  readonly actor: string;
  readonly reason: MoveReason | null;
  readonly words: string | null;
  readonly startsAt: Date | null;
  readonly at: Date;
}

/** What happened to a call, oldest first. */
export async function findConsultationEvents(db: Db, crypto: FieldCrypto, id: string): Promise<ConsultationNews[]> {
  const rows = await db
    .select()
    .from(consultationEvents)
    .where(eq(consultationEvents.consultationId, id))
    .orderBy(asc(consultationEvents.version));
  return rows.map(({ version, event, actor, reason, words, startsAt, at }) => ({
    version,
    event,
    actor,
    reason,
    startsAt,
    at,
    words: words === null ? null : crypto.open(words, where(id, `event-${version}`)),
  }));
}

export interface ConsultationChange {
  readonly call: Pick<Consultation, 'id' | 'version'>;
  readonly event: RecordedEvent;
  readonly actor: string;
  readonly set: Partial<
    Pick<
      Consultation,
      | 'status'
      | 'officerId'
      | 'startsAt'
      | 'endsAt'
      | 'timesMoved'
      | 'checklist'
      | 'outcome'
      | 'nextStep'
      | 'summary'
      | 'toInquiry'
      | 'zone'
    >
  >;
  readonly reason?: MoveReason | null;
  readonly words?: string | null;
}

/** Changes a call if it is still as it was read, with a line in its history; false when somebody was faster. */
export async function changeConsultation(tx: Tx, crypto: FieldCrypto, now: Instant, change: ConsultationChange): Promise<boolean> {
  const { call, event, actor, set, reason = null, words = null } = change;
  const version = call.version + 1;
  const changed = await tx
    .update(consultations)
    .set({ ...set, version, changedAt: new Date(now) })
    .where(and(eq(consultations.id, call.id), eq(consultations.version, call.version)))
    .returning({ id: consultations.id });
  if (changed.length === 0) return false;
  await tx.insert(consultationEvents).values({
    consultationId: call.id,
    version,
    event,
    actor,
    reason,
    words: words === null ? null : crypto.seal(words, where(call.id, `event-${version}`)),
    startsAt: set.startsAt ?? null,
    at: new Date(now),
  });
  return true;
}

export const consultationViews = ['upcoming', 'requested', 'waiting', 'due', 'over', 'all'] as const;
export type ConsultationView = (typeof consultationViews)[number];

export interface ConsultationFilter {
  readonly view: ConsultationView;
  readonly topic: string | null;
  /** An officer's id, `nobody`, or null for all. */
  readonly officer: string | null;
  readonly reference: string | null;
  readonly email: string | null;
  /** By its time, or since when it waits for one; or by when it was asked for. */
  readonly sort: 'time' | 'asked';
  readonly descending: boolean;
  readonly after: RowCursor | null;
}

function within(view: ConsultationView, now: Instant): SQL | undefined {
  const begun = new Date(now - 30 * minuteMs);
  switch (view) {
    case 'upcoming':
      return and(eq(consultations.status, 'scheduled'), gte(consultations.startsAt, begun));
    case 'requested':
      return eq(consultations.status, 'requested');
    case 'waiting':
      return sql`exists (select from consultation_waits w where w.consultation_id = ${consultations.id})`;
    case 'due':
      return or(
        eq(consultations.status, 'in_progress'),
        and(eq(consultations.status, 'scheduled'), lt(consultations.startsAt, begun)),
        eq(consultations.status, 'no_show'),
      );
    case 'over':
      return inArray(consultations.status, ['completed', 'cancelled']);
    case 'all':
      return undefined;
  }
}

/** Whoever waits for a time waits since their place in the queue. */
const keyOf = ({ view, sort }: ConsultationFilter) =>
  sort === 'asked'
    ? sql`${consultations.createdAt}`
    : view === 'waiting'
      ? sql`(select w.queued_at from consultation_waits w where w.consultation_id = ${consultations.id})`
      : sql`coalesce(${consultations.startsAt}, ${consultations.createdAt})`;

/** A page of the desk's list as it is asked for. The caller has judged access. */
export async function listConsultationsAsStaff(
  db: Db,
  crypto: FieldCrypto,
  now: Instant,
  filter: ConsultationFilter,
  most: number,
): Promise<{ readonly rows: readonly Consultation[]; readonly next: RowCursor | null }> {
  const { past, order, told } = keysetQuery({ key: keyOf(filter), type: 'time' }, sql`${consultations.id}`, filter);
  const rows = await db
    .select({ call: consultations, key: told })
    .from(consultations)
    .where(
      and(
        within(filter.view, now),
        filter.topic ? sql`${consultations.topic} = ${filter.topic}` : undefined,
        filter.officer === null
          ? undefined
          : filter.officer === 'nobody'
            ? isNull(consultations.officerId)
            : eq(consultations.officerId, filter.officer),
        filter.reference ? eq(consultations.reference, filter.reference) : undefined,
        filter.email ? eq(consultations.emailIndex, consultationEmailIndex(crypto, filter.email)) : undefined,
        past,
      ),
    )
    .orderBy(order)
    .limit(most + 1);
  const { shown, next } = cutPage(rows, most, ({ call, key }) => ({ key, id: call.id }));
  return { rows: shown.map(({ call }) => call), next };
}

/** How many calls each tab holds, cut at a thousand. */
export async function countConsultations(db: Db, now: Instant): Promise<Record<ConsultationView, number>> {
  const counts = await Promise.all(
    consultationViews.map(async (view) => {
      const some = db.select({ id: consultations.id }).from(consultations).where(within(view, now)).limit(1000).as('some');
      const [row] = await db.select({ all: count() }).from(some);
      return [view, row?.all ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts) as Record<ConsultationView, number>;
}

/** Calls that have a time in a week, for the calendar; cancelled ones have given theirs back. */
export async function findBetween(db: Db, from: Instant, until: Instant): Promise<Consultation[]> {
  return db
    .select()
    .from(consultations)
    .where(
      and(
        gte(consultations.startsAt, new Date(from)),
        lt(consultations.startsAt, new Date(until)),
        isNotNull(consultations.officerId),
        ne(consultations.status, 'cancelled'),
      ),
    )
    .orderBy(asc(consultations.startsAt), asc(consultations.id))
    .limit(500);
}

/** Calls of an officer (null: of all) that fall into a time that was closed. */
export async function findCaught(db: Db, officerId: string | null, from: Instant, until: Instant): Promise<Consultation[]> {
  return db
    .select()
    .from(consultations)
    .where(
      and(
        eq(consultations.status, 'scheduled'),
        officerId === null ? undefined : eq(consultations.officerId, officerId),
        lt(consultations.startsAt, new Date(until)),
        sql`${consultations.endsAt} > ${new Date(from).toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(consultations.startsAt))
    .limit(200);
}

const pageOfCalls = 200;

/** A page of the scheduled calls that begin before a moment, by their ids. */
export async function findStartingBy(db: Db, until: Instant, after: Consultation | null): Promise<Consultation[]> {
  return db
    .select()
    .from(consultations)
    .where(
      and(
        eq(consultations.status, 'scheduled'),
        lte(consultations.startsAt, new Date(until)),
        after ? gt(consultations.id, after.id) : undefined,
      ),
    )
    .orderBy(asc(consultations.id))
    .limit(pageOfCalls);
}

/** Which of these mails have left. */
export async function findMailed(db: Db, messageIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (messageIds.length === 0) return new Set();
  const rows = await db
    .select({ id: consultationMails.messageId })
    .from(consultationMails)
    .where(inArray(consultationMails.messageId, [...messageIds]));
  return new Set(rows.map(({ id }) => id));
}

/** Of two that sent the same mail at once, both were right to: the second writes nothing. */
export async function recordConsultationMail(db: Db, messageId: string, consultationId: string, now: Instant): Promise<void> {
  await db
    .insert(consultationMails)
    .values({ messageId, consultationId, sentAt: new Date(now) })
    .onConflictDoNothing();
}
