import { and, asc, count, desc, eq, inArray, isNull, lt, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import { interviewMail, panelMail } from '#app/people/interviews/interview-jobs.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { hmac, sha256, type FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { addMonths, dateIn, type Instant } from '#app/values/dates.ts';
import { emailKey } from '#app/values/email.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { ApplicationSort } from './application-columns.ts';
import type { ApplicantProfile } from './application-form.ts';
import { seenStages, unjudgedStages } from './blind-rules.ts';
import {
  applicationMachine,
  applicationStates,
  isOpenStage,
  openStages,
  undoMs,
  type ApplicationActor,
  type ApplicationEvent,
  type ApplicationNote,
  type ApplicationStatus,
  type OpenStage,
} from './job-application-status.ts';
import {
  jobApplicationEvents,
  jobApplications,
  jobMessages,
  jobOffers,
  jobReviewers,
  jobScoreCards,
  type JobApplication,
  type JobApplicationEvent,
} from './job-applications.tables.ts';
import { pipelineOf, type Pipeline } from './pipeline-rules.ts';
import { jobPostings, jobPostingWords } from './recruitment.tables.ts';

export interface ApplicantContact {
  readonly name: string;
  readonly email: string;
  /** E.164. */
  readonly phone: string | null;
}
/** Answers by id of the question. */
export type JobAnswers = Readonly<Record<string, string>>;

const place = (id: string, field: 'contact' | 'profile' | 'answers') => `job_applications|${field}|${id}`;

/** What an e-mail is looked up by. */
export function jobEmailIndex(crypto: FieldCrypto, email: string): string {
  return crypto.blindIndex(emailKey(email), 'job-email');
}
export const jobPhoneIndex = (crypto: FieldCrypto, phone: string) => crypto.blindIndex(phone, 'job-phone');

/** The secret of an application's page: 256 bits, derived, so that only its hash is stored. */
export const applicationToken = (secret: string, id: string) => hmac(secret, `job application ${id}`);

export interface NewApplication extends Omit<
  JobApplication,
  | 'status'
  | 'version'
  | 'contact'
  | 'emailIndex'
  | 'phoneIndex'
  | 'profile'
  | 'answers'
  | 'secretHash'
  | 'ownerId'
  | 'agreedAt'
  | 'keepUntil'
  | 'purgedAt'
  | 'rejectReason'
  | 'uncovered'
  | 'stageSince'
  | 'createdAt'
  | 'changedAt'
> {
  readonly contact: ApplicantContact;
  readonly profile: ApplicantProfile;
  readonly answers: JobAnswers;
}

const keepUntil = (now: Instant, months: number) => addMonths(dateIn('Asia/Dubai', now), months);

export async function insertApplication(
  tx: Tx,
  { crypto, secret }: { readonly crypto: FieldCrypto; readonly secret: string },
  now: Instant,
  { contact, profile, answers, ...rest }: NewApplication,
): Promise<void> {
  const at = new Date(now);
  const { id } = rest;
  await tx.insert(jobApplications).values({
    ...rest,
    contact: crypto.seal(JSON.stringify(contact), place(id, 'contact')),
    emailIndex: jobEmailIndex(crypto, contact.email),
    phoneIndex: contact.phone && jobPhoneIndex(crypto, contact.phone),
    profile: crypto.seal(JSON.stringify(profile), place(id, 'profile')),
    answers: crypto.seal(JSON.stringify(answers), place(id, 'answers')),
    secretHash: sha256(applicationToken(secret, id)),
    agreedAt: at,
    keepUntil: keepUntil(now, rest.keepMonths),
    stageSince: at,
    createdAt: at,
    changedAt: at,
  });
  await tx
    .insert(jobApplicationEvents)
    .values({ applicationId: id, version: 1, event: 'applied', fromStatus: null, toStatus: 'received', actor: 'guest', at });
}

export function readApplicant(crypto: FieldCrypto, { id, contact }: Pick<JobApplication, 'id' | 'contact'>): ApplicantContact {
  return JSON.parse(crypto.open(contact, place(id, 'contact'))) as ApplicantContact;
}
export function readProfile(crypto: FieldCrypto, { id, profile }: Pick<JobApplication, 'id' | 'profile'>): Partial<ApplicantProfile> {
  return JSON.parse(crypto.open(profile, place(id, 'profile'))) as Partial<ApplicantProfile>;
}
export function readAnswers(crypto: FieldCrypto, { id, answers }: Pick<JobApplication, 'id' | 'answers'>): JobAnswers {
  return JSON.parse(crypto.open(answers, place(id, 'answers'))) as JobAnswers;
}

export async function findApplicationByToken(db: Db, token: string): Promise<JobApplication | null> {
  if (!/^[0-9a-f]{64}$/.test(token)) return null;
  const [row] = await db
    .select()
    .from(jobApplications)
    .where(eq(jobApplications.secretHash, sha256(token)));
  return row ?? null;
}
export async function findApplicationAsSystem(db: Db, id: string): Promise<JobApplication | null> {
  const [row] = await db.select().from(jobApplications).where(eq(jobApplications.id, id));
  return row ?? null;
}

/** These applications, the newest first. Unknown ids are left out. The caller has judged access. */
export async function findApplicationsById(db: Db, ids: readonly string[]): Promise<JobApplication[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(jobApplications)
    .where(inArray(jobApplications.id, [...ids]))
    .orderBy(desc(jobApplications.createdAt), asc(jobApplications.id));
}

/** Who looks: recruiters see every application, all others only those that they were asked to judge. */
export interface ApplicationReader {
  readonly userId: string;
  readonly seesAll: boolean;
}
const seenBy = ({ userId, seesAll }: ApplicationReader): SQL | undefined =>
  seesAll
    ? undefined
    : sql`exists (select 1 from ${jobReviewers} where ${jobReviewers.applicationId} = ${jobApplications.id} and ${jobReviewers.userId} = ${userId})`;

export async function findApplicationFor(db: Db, reader: ApplicationReader, reference: string): Promise<JobApplication | null> {
  const [row] = await db
    .select()
    .from(jobApplications)
    .where(and(eq(jobApplications.reference, reference), seenBy(reader)));
  return row ?? null;
}

export async function lockApplication(tx: Tx, id: string): Promise<JobApplication | null> {
  const [row] = await tx.select().from(jobApplications).where(eq(jobApplications.id, id)).for('update');
  return row ?? null;
}

export type ApplicationRefusal = MoveRefusal | 'changed-meanwhile';

/**
 * Moves an application and writes it down, if it is still as it was read. From each move on it is kept for as long as its
 * owner chose.
 */
export async function moveApplication(
  tx: Tx,
  now: Instant,
  move: {
    readonly application: JobApplication;
    readonly event: ApplicationEvent;
    readonly by: ApplicationActor;
    readonly actor: string;
    readonly detail?: string | null;
    readonly set?: Partial<Pick<JobApplication, 'rejectReason' | 'ownerId'>>;
    /** For the mails to those who would have interviewed. */
    readonly jobs: Platform['jobs'];
  },
): Promise<Outcome<JobApplication, ApplicationRefusal>> {
  const { application, event, by, actor } = move;
  const moved = moveOn(applicationMachine, application.status, event, by);
  if (!moved.ok) return moved;
  const at = new Date(now);
  const version = application.version + 1;
  const [row] = await tx
    .update(jobApplications)
    .set({
      ...move.set,
      status: moved.to,
      version,
      uncovered: application.uncovered || seenStages.includes(moved.to),
      stageSince: at,
      changedAt: at,
      keepUntil: keepUntil(now, application.keepMonths),
    })
    .where(and(eq(jobApplications.id, application.id), eq(jobApplications.version, application.version)))
    .returning();
  if (!row) return refuse('changed-meanwhile');
  await tx.insert(jobApplicationEvents).values({
    applicationId: row.id,
    version,
    event,
    fromStatus: application.status,
    toStatus: moved.to,
    actor,
    detail: move.detail ?? null,
    at,
  });
  // Who goes or is refused hears of it otherwise; who is kept for later or hired is told that the agreed talk is off.
  if (!isOpenStage(moved.to))
    await endInterviewsOf(tx, now, move.jobs, { applicationId: row.id, actor, tells: event === 'keep' || event === 'hire' });
  return done(row);
}

/** Writes down what moves nothing. */
export async function noteApplication(
  tx: Tx,
  now: Instant,
  note: {
    readonly application: JobApplication;
    readonly event: ApplicationNote;
    readonly actor: string;
    readonly detail?: string | null;
    readonly set?: Partial<Omit<JobApplication, 'id' | 'status' | 'version'>>;
  },
): Promise<Outcome<JobApplication, 'changed-meanwhile'>> {
  const { application, event, actor, detail = null } = note;
  const at = new Date(now);
  const version = application.version + 1;
  const [row] = await tx
    .update(jobApplications)
    .set({ ...note.set, version, changedAt: at })
    .where(and(eq(jobApplications.id, application.id), eq(jobApplications.version, application.version)))
    .returning();
  if (!row) return refuse('changed-meanwhile');
  const { status } = application;
  await tx
    .insert(jobApplicationEvents)
    .values({ applicationId: row.id, version, event, fromStatus: status, toStatus: status, actor, detail, at });
  return done(row);
}

export function findApplicationEvents(db: Db, applicationId: string): Promise<JobApplicationEvent[]> {
  return db
    .select()
    .from(jobApplicationEvents)
    .where(eq(jobApplicationEvents.applicationId, applicationId))
    .orderBy(asc(jobApplicationEvents.version));
}

export interface ApplicationFilter {
  readonly stage: ApplicationStatus | 'open' | 'all';
  /** `open` for those to no posting. */
  readonly posting: string | null;
  readonly owner: string | null;
  readonly source: JobApplication['source'] | null;
  /** `at` is the moment of asking: an address finds nobody who is covered by then. */
  readonly email: { readonly address: string; readonly at: Instant } | null;
  readonly reference: string | null;
}

/** What is on a posting already was seen by name and stays so. Returns how many applications that are. */
export async function uncoverApplicationsOf(tx: Tx, postingId: string): Promise<number> {
  const seen = await tx
    .update(jobApplications)
    .set({ uncovered: true })
    .where(and(eq(jobApplications.postingId, postingId), eq(jobApplications.uncovered, false)))
    .returning({ id: jobApplications.id });
  return seen.length;
}

/** Applications whose owner is not covered by a blind posting, as `isCovered` says it of one. */
export function notCovered(now: Instant): SQL {
  const undone = new Date(now - undoMs).toISOString();
  return sql`not exists (select 1 from ${jobPostings} p where p.id = ${jobApplications.postingId} and p.blind and not ${jobApplications.uncovered}
    and (${inArray(jobApplications.status, [...unjudgedStages])}
      or (${jobApplications.status} = 'rejected' and ${jobApplications.stageSince} > ${undone}::timestamptz)))`;
}

function wanted(crypto: FieldCrypto, reader: ApplicationReader, filter: ApplicationFilter): SQL | undefined {
  const { stage, posting, owner, source, email, reference } = filter;
  const parts: (SQL | undefined)[] = [seenBy(reader)];
  if (stage === 'open') parts.push(inArray(jobApplications.status, [...openStages]));
  else if (stage !== 'all') parts.push(eq(jobApplications.status, stage));
  if (posting) parts.push(posting === 'open' ? isNull(jobApplications.postingId) : eq(jobApplications.postingId, posting));
  if (owner) parts.push(owner === 'nobody' ? isNull(jobApplications.ownerId) : eq(jobApplications.ownerId, owner));
  if (source) parts.push(eq(jobApplications.source, source));
  if (email) parts.push(eq(jobApplications.emailIndex, jobEmailIndex(crypto, email.address)), notCovered(email.at));
  if (reference) parts.push(eq(jobApplications.reference, reference));
  return and(...parts);
}

/** The order of the list: by notice either way, or the newest first. */
export interface ListOrder {
  readonly sort: ApplicationSort;
  readonly descending: boolean;
}

/** Where a page of the list ends: of its last row the time, or the weeks of notice, and the id. */
export interface ListPlace {
  readonly key: string;
  readonly id: string;
}

/** Whoever told no notice stands behind all who did. As the indexes are written. */
const noticeKey = sql`coalesce(${jobApplications.noticeWeeks}, 999)`;

export function writePlace(sort: ApplicationSort, row: Pick<JobApplication, 'id' | 'createdAt' | 'noticeWeeks'>): string {
  return `${sort === 'sent' ? row.createdAt.toISOString() : (row.noticeWeeks ?? 999)}~${row.id}`;
}

/** What an address says of a page's beginning; null for what is no place in this order. */
export function readPlace(sort: ApplicationSort, after: string): ListPlace | null {
  const [key = '', id = ''] = after.split('~');
  const isKey = sort === 'sent' ? /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(key) && !Number.isNaN(Date.parse(key)) : /^\d{1,3}$/.test(key);
  return isKey && id !== '' ? { key, id } : null;
}

function behind({ sort, descending }: ListOrder, { key, id }: ListPlace): SQL | undefined {
  if (sort === 'notice')
    return descending
      ? sql`(${noticeKey}, ${jobApplications.id}) < (${Number(key)}::integer, ${id})`
      : sql`(${noticeKey}, ${jobApplications.id}) > (${Number(key)}::integer, ${id})`;
  const at = new Date(key);
  const { createdAt } = jobApplications;
  // The first comparison is where the index is entered: the order runs down by time and up by id, which is no comparison of rows.
  return and(lte(createdAt, at), or(lt(createdAt, at), sql`${jobApplications.id} > ${id}`));
}

function orderOf({ sort, descending }: ListOrder): SQL[] {
  const { createdAt, id } = jobApplications;
  if (sort === 'sent') return [desc(createdAt), asc(id)];
  return descending ? [sql`${noticeKey} desc`, desc(id)] : [sql`${noticeKey} asc`, asc(id)];
}

export type ListedApplication = JobApplication & {
  readonly title: string | null;
  readonly blind: boolean;
  readonly ownerName: string | null;
  readonly pipeline: Pipeline;
};

/** A page of the list in the order that is asked for. */
export async function listApplications(
  db: Db,
  crypto: FieldCrypto,
  reader: ApplicationReader,
  filter: ApplicationFilter,
  page: ListOrder & { readonly size: number; readonly after: ListPlace | null; readonly language: LanguageCode },
): Promise<ListedApplication[]> {
  const rows = await db
    .select({
      application: jobApplications,
      title: jobPostingWords.title,
      blind: jobPostings.blind,
      way: { pipeline: jobPostings.pipeline, ownStages: jobPostings.ownStages, ownRounds: jobPostings.ownRounds },
    })
    .from(jobApplications)
    .leftJoin(jobPostings, eq(jobPostings.id, jobApplications.postingId))
    .leftJoin(jobPostingWords, and(eq(jobPostingWords.postingId, jobApplications.postingId), eq(jobPostingWords.language, page.language)))
    .where(and(wanted(crypto, reader, filter), page.after ? behind(page, page.after) : undefined))
    .orderBy(...orderOf(page))
    .limit(page.size);
  const names = await findStaffNames(db, [...new Set(rows.flatMap(({ application }) => application.ownerId ?? []))]);
  return rows.map(({ application, title, blind, way }) => ({
    ...application,
    title,
    blind: blind ?? false,
    pipeline: pipelineOf(way),
    ownerName: application.ownerId === null ? null : (names.get(application.ownerId) ?? null),
  }));
}

/** How many stand in each stage, under a filter without a stage. */
export async function countStages(
  db: Db,
  crypto: FieldCrypto,
  reader: ApplicationReader,
  filter: Omit<ApplicationFilter, 'stage'>,
): Promise<Record<ApplicationStatus, number>> {
  const rows = await db
    .select({ status: jobApplications.status, all: count() })
    .from(jobApplications)
    .where(wanted(crypto, reader, { ...filter, stage: 'all' }))
    .groupBy(jobApplications.status);
  const none = Object.fromEntries(applicationStates.map((state) => [state, 0])) as Record<ApplicationStatus, number>;
  return { ...none, ...Object.fromEntries(rows.map((row) => [row.status, row.all])) };
}

/** Other applications of the same address or number, without those whose owner is covered: to name one is to say who it is. */
export async function findTwins(db: Db, application: JobApplication, now: Instant): Promise<JobApplication[]> {
  const { id, emailIndex, phoneIndex } = application;
  const same = phoneIndex
    ? or(eq(jobApplications.emailIndex, emailIndex), eq(jobApplications.phoneIndex, phoneIndex))
    : eq(jobApplications.emailIndex, emailIndex);
  return db
    .select()
    .from(jobApplications)
    .where(and(same, ne(jobApplications.id, id), notCovered(now)))
    .orderBy(desc(jobApplications.createdAt))
    .limit(10);
}

/** The open application of this address for the same posting. */
export async function findOpenApplication(db: Db, emailIndex: string, postingId: string | null): Promise<JobApplication | null> {
  const [row] = await db
    .select()
    .from(jobApplications)
    .where(
      and(
        eq(jobApplications.emailIndex, emailIndex),
        postingId === null ? isNull(jobApplications.postingId) : eq(jobApplications.postingId, postingId),
        inArray(jobApplications.status, [...openStages]),
      ),
    )
    .limit(1);
  return row ?? null;
}

/** The stage in which a refused application stood, and when it was refused. */
export async function findRefusal(db: Db, applicationId: string): Promise<{ from: OpenStage; at: Date } | null> {
  const [row] = await db
    .select()
    .from(jobApplicationEvents)
    .where(and(eq(jobApplicationEvents.applicationId, applicationId), eq(jobApplicationEvents.event, 'reject')))
    .orderBy(desc(jobApplicationEvents.version))
    .limit(1);
  return row?.fromStatus ? { from: row.fromStatus as OpenStage, at: row.at } : null;
}

export async function addReviewer(tx: Tx, now: Instant, row: { applicationId: string; userId: string; addedBy: string }): Promise<void> {
  await tx
    .insert(jobReviewers)
    .values({ ...row, addedAt: new Date(now) })
    .onConflictDoNothing();
}
export async function removeReviewer(tx: Tx, row: { applicationId: string; userId: string }): Promise<void> {
  await tx.delete(jobReviewers).where(and(eq(jobReviewers.applicationId, row.applicationId), eq(jobReviewers.userId, row.userId)));
}
/** Names of those who were asked to judge or to interview, by application, in their order. */
export async function findJudges(db: Db, applicationIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  if (applicationIds.length === 0) return new Map();
  const rows = await db
    .select({ applicationId: jobReviewers.applicationId, userId: jobReviewers.userId })
    .from(jobReviewers)
    .where(inArray(jobReviewers.applicationId, [...applicationIds]))
    .orderBy(asc(jobReviewers.addedAt), asc(jobReviewers.userId));
  const names = await findStaffNames(db, [...new Set(rows.map(({ userId }) => userId))]);
  const judges = new Map<string, string[]>();
  for (const { applicationId, userId } of rows) judges.set(applicationId, [...(judges.get(applicationId) ?? []), names.get(userId) ?? '–']);
  return judges;
}

export async function findReviewers(db: Db, applicationId: string): Promise<{ userId: string; name: string }[]> {
  const rows = await db.select({ userId: jobReviewers.userId }).from(jobReviewers).where(eq(jobReviewers.applicationId, applicationId));
  const names = await findStaffNames(
    db,
    rows.map(({ userId }) => userId),
  );
  return rows.map(({ userId }) => ({ userId, name: names.get(userId) ?? '–' }));
}

/**
 * Interviews that were still to come end with the application, and the times of those who asked are theirs again; where one was
 * agreed they are told. The tables are those of interviews.
 */
async function endInterviewsOf(
  tx: Tx,
  now: Instant,
  jobs: Platform['jobs'],
  how: { readonly applicationId: string; readonly actor: string; readonly tells: boolean },
): Promise<void> {
  const { applicationId, actor } = how;
  const at = new Date(now).toISOString();
  const { rows } = (await tx.execute(sql`
    update interviews set status = 'cancelled', version = version + 1, changed_at = ${at},
      answered_hash = coalesce(token_hash, answered_hash), token_hash = null, expires_at = null
    where application_id = ${applicationId} and (status in ('proposed', 'invited', 'reschedule_requested')
      or (status = 'confirmed' and starts_at > ${at}))
    returning id, version, starts_at is not null as agreed`)) as unknown as { rows: { id: string; version: number; agreed: boolean }[] };
  for (const { id, version, agreed } of rows) {
    const panel = (await tx.execute(sql`select user_id from interview_panel where interview_id = ${id}`)) as unknown as {
      rows: { user_id: string }[];
    };
    if (agreed)
      for (const { user_id: userId } of panel.rows)
        await jobs.send(tx, panelMail, { interviewId: id, userId, template: 'panel-off', version });
    if (agreed && how.tells) await jobs.send(tx, interviewMail, { interviewId: id, template: 'cancelled', version });
    await tx.execute(sql`delete from interview_claims where interview_id = ${id}`);
    await tx.execute(sql`insert into interview_events (interview_id, version, event, to_status, actor, at)
      values (${id}, ${version}, 'cancel', 'cancelled', ${actor}, ${at})`);
    await closeStaffTasks(tx, now, { kinds: ['interview-answer', 'interview-score'], subject: `interviews:${id}`, by: actor });
  }
}

/** The mails that an application's interviews sent, by their ids in the log. */
export async function findInterviewMailIds(tx: Tx, applicationId: string): Promise<string[]> {
  const { rows } = (await tx.execute(sql`select m.message_id as id from interview_mails m
    join interviews i on i.id = m.interview_id where i.application_id = ${applicationId}`)) as unknown as { rows: { id: string }[] };
  return rows.map(({ id }) => id);
}

/**
 * Mails, scores, interviews and offers of an application: they are about its owner and nothing else. Of an interview that would
 * still have come the bare time stays until it has passed, so that those who would have held it can be told that it is off.
 */
export async function deletePapersOf(tx: Tx, now: Instant, applicationId: string): Promise<void> {
  await tx.delete(jobMessages).where(eq(jobMessages.applicationId, applicationId));
  await tx.delete(jobScoreCards).where(eq(jobScoreCards.applicationId, applicationId));
  await tx.delete(jobOffers).where(eq(jobOffers.applicationId, applicationId));
  await tx.delete(jobReviewers).where(eq(jobReviewers.applicationId, applicationId));
  const at = new Date(now).toISOString();
  await tx.execute(sql`delete from interviews where application_id = ${applicationId}
    and not (status = 'cancelled' and starts_at is not null and starts_at > ${at})`);
  const left = sql`(select id from interviews where application_id = ${applicationId})`;
  await tx.execute(sql`update interviews set words = null, wishes = '{}', answered_hash = null where id in ${left}`);
  await tx.execute(sql`delete from interview_slots where interview_id in ${left}`);
  await tx.execute(sql`delete from interview_scores where interview_id in ${left}`);
  await tx.execute(sql`update interview_events set detail = null where interview_id in ${left}`);
}

/** What is left of an application whose owner is forgotten. */
export async function blankApplication(
  tx: Tx,
  crypto: FieldCrypto,
  now: Instant,
  application: JobApplication,
  actor: string,
): Promise<void> {
  const { id, status } = application;
  const version = application.version + 1;
  const at = new Date(now);
  await tx
    .update(jobApplications)
    .set({
      version,
      contact: crypto.seal(JSON.stringify({ name: '-', email: '', phone: null }), place(id, 'contact')),
      emailIndex: `erased:${id}`,
      phoneIndex: null,
      profile: crypto.seal('{}', place(id, 'profile')),
      answers: crypto.seal('{}', place(id, 'answers')),
      secretHash: `erased:${id}`,
      cvStored: null,
      cvType: null,
      cvBytes: null,
      purgedAt: at,
      changedAt: at,
    })
    .where(eq(jobApplications.id, id));
  await tx
    .insert(jobApplicationEvents)
    .values({ applicationId: id, version, event: 'purged', fromStatus: status, toStatus: status, actor, detail: null, at });
}
