import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, notInArray, or, sql, type SQL } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { addMilliseconds, dayMs, instant, type Instant } from '#app/values/dates.ts';
import { emailKey } from '#app/values/email.ts';
import { closeAfterDays, followedKinds, followedStates, quietNotes, remindAfterDays, type Silence } from './follow-up-rules.ts';
import { inquiries, inquiryEvents, inquiryMails, inquirySilences, type Inquiry } from './inquiries.tables.ts';
import type { InquiryKind } from './inquiry-kinds.ts';
import { nothingTold, type VisaNeeds } from './inquiry-needs.ts';
import { inquiryStates, openInquiryStates, type InquiryEvent, type InquiryNote, type InquiryStatus } from './inquiry-status.ts';

export interface InquiryContact {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
}

const where = (id: string, field: string) => `inquiries|${field}|${id}`;

/** What an e-mail is looked up by. */
export function emailIndexOf(crypto: FieldCrypto, email: string): string {
  return crypto.blindIndex(emailKey(email), 'inquiry-email');
}

type MadeLater =
  | 'status'
  | 'version'
  | 'ownerId'
  | 'firstContactAt'
  | 'lostReason'
  | 'mergedInto'
  | 'visaFacts'
  | 'destination'
  | 'purpose'
  | 'changedAt';

/** What only a group says of itself. */
type OfGroups = 'infants' | 'cabin';

export interface NewInquiry
  extends Omit<Inquiry, MadeLater | OfGroups | 'contact' | 'emailIndex' | 'message'>, Partial<Pick<Inquiry, OfGroups>> {
  readonly contact: InquiryContact;
  readonly message: string;
  readonly visa: VisaNeeds;
}

export async function insertInquiry(tx: Tx, crypto: FieldCrypto, { contact, message, visa, ...rest }: NewInquiry): Promise<void> {
  await tx.insert(inquiries).values({
    ...rest,
    ...visaColumns(crypto, rest.id, visa),
    status: 'new',
    contact: crypto.seal(JSON.stringify(contact), where(rest.id, 'contact')),
    emailIndex: emailIndexOf(crypto, contact.email),
    message: crypto.seal(message, where(rest.id, 'message')),
    changedAt: rest.createdAt,
  });
  await tx.insert(inquiryEvents).values({
    inquiryId: rest.id,
    version: 1,
    event: 'asked',
    actor: rest.userId ? `user:${rest.userId}` : 'guest',
    at: rest.createdAt,
  });
}

/** What a visa is asked for by, as its columns: what says something of the person is sealed. */
export function visaColumns(
  crypto: FieldCrypto,
  id: string,
  { destination, purpose, ...person }: VisaNeeds,
): Pick<Inquiry, 'visaFacts' | 'destination' | 'purpose'> {
  const told = Object.values(person).some((fact) => fact !== null);
  return { visaFacts: told ? crypto.seal(JSON.stringify(person), where(id, 'visa')) : null, destination, purpose };
}

export function readVisaNeeds(
  crypto: FieldCrypto,
  { id, visaFacts, destination, purpose }: Pick<Inquiry, 'id' | 'visaFacts' | 'destination' | 'purpose'>,
): VisaNeeds {
  const person = visaFacts === null ? {} : (JSON.parse(crypto.open(visaFacts, where(id, 'visa'))) as Partial<VisaNeeds>);
  return { ...nothingTold, ...person, destination, purpose };
}

export function readContact(crypto: FieldCrypto, inquiry: Pick<Inquiry, 'id' | 'contact'>): InquiryContact {
  return JSON.parse(crypto.open(inquiry.contact, where(inquiry.id, 'contact'))) as InquiryContact;
}

export function readMessage(crypto: FieldCrypto, inquiry: Pick<Inquiry, 'id' | 'message'>): string {
  return crypto.open(inquiry.message, where(inquiry.id, 'message'));
}

/** What anybody who knows a reference may hear: that it arrived, and by when we answer. */
export async function findPromise(db: Db, reference: string): Promise<{ reference: string; answerBy: string } | null> {
  const [row] = await db.select({ answerBy: inquiries.answerBy }).from(inquiries).where(eq(inquiries.reference, reference));
  return row ? { reference, answerBy: row.answerBy.toISOString() } : null;
}

/** Inquiries by their references, in the order of these; those that there are not are left out. The caller has judged access. */
export async function findInquiriesByReferences(db: Db, references: readonly string[]): Promise<Inquiry[]> {
  if (references.length === 0) return [];
  return db
    .select()
    .from(inquiries)
    .where(inArray(inquiries.reference, [...references]))
    .orderBy(asc(inquiries.reference));
}

export async function findInquiryAsSystem(db: Db, id: string): Promise<Inquiry | null> {
  const [row] = await db.select().from(inquiries).where(eq(inquiries.id, id));
  return row ? row : null;
}

/** The row as it stands, kept from others until the transaction ends. It is locked after orders, stock and payments. */
export async function lockInquiry(tx: Tx, id: string): Promise<Inquiry | null> {
  const [row] = await tx.select().from(inquiries).where(eq(inquiries.id, id)).for('update');
  return row ?? null;
}

/** Unanswered questions about a booking or about anything else, since a moment: what the helpdesk takes up. */
export async function findHelpAsked(db: Db, since: Instant, most: number): Promise<Inquiry[]> {
  return db
    .select()
    .from(inquiries)
    .where(
      and(
        inArray(inquiries.kind, ['booking', 'other']),
        eq(inquiries.status, 'new'),
        eq(inquiries.suspect, false),
        gt(inquiries.createdAt, new Date(since)),
        sql`not exists (select 1 from tickets t where t.source_table = 'inquiries' and t.source_id = ${inquiries.id})`,
      ),
    )
    .orderBy(asc(inquiries.createdAt), asc(inquiries.id))
    .limit(most);
}

/** By reference; the caller has judged access. */
export async function findInquiryAsStaff(db: Db, reference: string): Promise<Inquiry | null> {
  const [row] = await db.select().from(inquiries).where(eq(inquiries.reference, reference));
  return row ? row : null;
}

export interface InquiryFilter {
  readonly kinds: readonly InquiryKind[];
  /** Null for every state; `open` for those that somebody works on. */
  readonly status: InquiryStatus | 'open' | null;
  /** A colleague's id, or `nobody`. */
  readonly owner?: string | null;
  readonly destination?: string | null;
  readonly reference: string | null;
  readonly email: string | null;
}

function wantedBy(crypto: FieldCrypto, filter: InquiryFilter): SQL | undefined {
  const wanted: SQL[] = [inArray(inquiries.kind, [...filter.kinds])];
  if (filter.status === 'open') wanted.push(inArray(inquiries.status, [...openInquiryStates]));
  else if (filter.status) wanted.push(eq(inquiries.status, filter.status));
  if (filter.reference) wanted.push(eq(inquiries.reference, filter.reference));
  if (filter.email) wanted.push(eq(inquiries.emailIndex, emailIndexOf(crypto, filter.email)));
  if (filter.owner) wanted.push(filter.owner === 'nobody' ? isNull(inquiries.ownerId) : eq(inquiries.ownerId, filter.owner));
  if (filter.destination) wanted.push(eq(inquiries.destination, filter.destination));
  return and(...wanted);
}

/** The last row of the page before: its moment in milliseconds, and its id. */
export interface InquiryAfter {
  readonly at: number;
  readonly id: string;
}

/** What waits for its first answer stands by when that was promised, everything else by when it came, the latest first. */
const byPromise = (filter: InquiryFilter) => filter.status === 'new';

/** Where a page of such a list ends. */
export const placeOfInquiry = (filter: InquiryFilter, last: Inquiry): InquiryAfter => ({
  at: (byPromise(filter) ? last.answerBy : last.createdAt).getTime(),
  id: last.id,
});

/** A page of the list of a queue. The caller has judged access. */
export async function listInquiriesAsStaff(
  db: Db,
  crypto: FieldCrypto,
  filter: InquiryFilter,
  page: { readonly after: InquiryAfter | null; readonly size: number },
): Promise<Inquiry[]> {
  const promised = byPromise(filter);
  const column = promised ? inquiries.answerBy : inquiries.createdAt;
  const at = page.after && new Date(page.after.at);
  const behind = at && or((promised ? gt : lt)(column, at), and(eq(column, at), gt(inquiries.id, page.after!.id)));
  return db
    .select()
    .from(inquiries)
    .where(and(wantedBy(crypto, filter), behind ?? undefined))
    .orderBy(promised ? asc(column) : desc(column), asc(inquiries.id))
    .limit(page.size);
}

/** How many there are in such a list. */
export async function countMatchingInquiries(db: Db, crypto: FieldCrypto, filter: InquiryFilter): Promise<number> {
  const [row] = await db.select({ all: count() }).from(inquiries).where(wantedBy(crypto, filter));
  return row?.all ?? 0;
}

/** What else the same person asked lately: possible twins, the newest first. */
export async function findTwinsAsStaff(db: Db, inquiry: Inquiry, since: Instant): Promise<Inquiry[]> {
  return db
    .select()
    .from(inquiries)
    .where(and(eq(inquiries.emailIndex, inquiry.emailIndex), ne(inquiries.id, inquiry.id), gt(inquiries.createdAt, new Date(since))))
    .orderBy(desc(inquiries.createdAt), asc(inquiries.id))
    .limit(10);
}

/** Those that went on as this one. */
export async function findMergedAsStaff(db: Db, inquiryId: string): Promise<Inquiry[]> {
  return db.select().from(inquiries).where(eq(inquiries.mergedInto, inquiryId)).orderBy(asc(inquiries.createdAt), asc(inquiries.id));
}

/** The countries that inquiries of these kinds ask about. */
export async function listDestinations(db: Db, kinds: readonly InquiryKind[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ destination: inquiries.destination })
    .from(inquiries)
    .where(and(inArray(inquiries.kind, [...kinds]), isNotNull(inquiries.destination)));
  return rows.flatMap(({ destination }) => destination ?? []);
}

/** How many inquiries of these kinds stand in each state. */
export async function countInquiries(db: Db, kinds: readonly InquiryKind[]): Promise<Record<InquiryStatus, number>> {
  const rows = await db
    .select({ status: inquiries.status, all: count() })
    .from(inquiries)
    .where(inArray(inquiries.kind, [...kinds]))
    .groupBy(inquiries.status);
  const none = Object.fromEntries(inquiryStates.map((state) => [state, 0])) as Record<InquiryStatus, number>;
  return { ...none, ...Object.fromEntries(rows.map((row) => [row.status, row.all])) };
}

/** Inquiries that wait for their first answer, by kind: all of them, and those past their promised time. */
export async function countWaiting(
  db: Db,
  now: Instant,
): Promise<{ readonly kind: InquiryKind; readonly waiting: number; readonly late: number }[]> {
  return db
    .select({
      kind: inquiries.kind,
      waiting: count(),
      late: sql<number>`count(*) filter (where ${inquiries.answerBy} < ${new Date(now).toISOString()}::timestamptz)::int`,
    })
    .from(inquiries)
    .where(eq(inquiries.status, 'new'))
    .groupBy(inquiries.kind);
}

export interface InquiryNews {
  readonly version: number;
  readonly event: InquiryEvent | InquiryNote;
  readonly actor: string;
  readonly words: string | null;
  readonly detail: string | null;
  readonly at: Date;
}

/** What happened to an inquiry, oldest first, with the words of the answers. */
export async function findInquiryEvents(db: Db, crypto: FieldCrypto, inquiryId: string): Promise<InquiryNews[]> {
  const rows = await db.select().from(inquiryEvents).where(eq(inquiryEvents.inquiryId, inquiryId)).orderBy(asc(inquiryEvents.version));
  return rows.map(({ version, event, actor, words, detail, at }) => ({
    version,
    detail,
    event,
    actor,
    at,
    words: words === null ? null : crypto.open(words, where(inquiryId, `answer-${version}`)),
  }));
}

/** Writes down a move or a note of an inquiry, if it is still as it was read; false when somebody was faster. */
export async function moveInquiry(
  tx: Tx,
  crypto: FieldCrypto,
  now: Instant,
  move: {
    readonly inquiry: Pick<Inquiry, 'id' | 'status' | 'version'>;
    readonly event: InquiryEvent | Exclude<InquiryNote, 'asked'>;
    readonly to: InquiryStatus;
    readonly actor: string;
    readonly words?: string | null;
    readonly detail?: string | null;
    readonly set?: Partial<Omit<Inquiry, 'id' | 'status' | 'version'>>;
  },
): Promise<boolean> {
  const { inquiry, event, to, actor, words = null, detail = null, set } = move;
  const version = inquiry.version + 1;
  const moved = await tx
    .update(inquiries)
    .set({ ...set, status: to, version, changedAt: new Date(now) })
    .where(and(eq(inquiries.id, inquiry.id), eq(inquiries.status, inquiry.status), eq(inquiries.version, inquiry.version)))
    .returning({ id: inquiries.id });
  if (moved.length === 0) return false;
  await tx.insert(inquiryEvents).values({
    inquiryId: inquiry.id,
    version,
    event,
    actor,
    detail,
    words: words === null ? null : crypto.seal(words, where(inquiry.id, `answer-${version}`)),
    at: new Date(now),
  });
  return true;
}

export async function wasMailed(db: Db, messageId: string): Promise<boolean> {
  const [row] = await db.select({ id: inquiryMails.messageId }).from(inquiryMails).where(eq(inquiryMails.messageId, messageId));
  return row !== undefined;
}

/** Of two that sent the same mail at once, both were right to: the second writes nothing. */
export async function recordMailed(db: Db, messageId: string, inquiryId: string, now: Instant): Promise<void> {
  await db
    .insert(inquiryMails)
    .values({ messageId, inquiryId, sentAt: new Date(now) })
    .onConflictDoNothing();
}

/** The last thing between us and whoever asked, and since when it is quiet. */
const lastSaid = sql`(
  select e.event, e.at from inquiry_events e
  where e.inquiry_id = ${inquiries.id} and ${notInArray(sql`e.event`, [...quietNotes])}
  order by e.version desc limit 1
)`;

/** Inquiries that were answered long enough ago, by their ids, at most `most` behind `after`. Who asked anew meanwhile has replied. */
export async function findSilences(db: Db, now: Instant, after: string, most: number): Promise<string[]> {
  const quietSince = new Date(addMilliseconds(now, -Math.min(remindAfterDays, closeAfterDays) * dayMs)).toISOString();
  const rows = await db
    .select({ id: inquiries.id })
    .from(inquiries)
    .innerJoin(sql`lateral ${lastSaid} said`, sql`said.event in ('answer', 'remind') and said.at <= ${quietSince}::timestamptz`)
    .where(
      and(
        inArray(inquiries.status, [...followedStates]),
        inArray(inquiries.kind, [...followedKinds]),
        eq(inquiries.suspect, false),
        gt(inquiries.id, after),
        sql`not exists (select 1 from inquiries n where n.email_index = ${inquiries.emailIndex} and n.id <> ${inquiries.id} and n.created_at > said.at)`,
      ),
    )
    .orderBy(asc(inquiries.id))
    .limit(most);
  return rows.map(({ id }) => id);
}

/** How quiet it is about one inquiry; null where it is not followed up any more, or the same address asked anew meanwhile. */
export async function silenceOf(tx: Tx, inquiry: Inquiry): Promise<Silence | null> {
  if (!followedStates.includes(inquiry.status) || !followedKinds.includes(inquiry.kind)) return null;
  const [said] = await tx
    .select({ event: inquiryEvents.event, at: inquiryEvents.at })
    .from(inquiryEvents)
    .where(and(eq(inquiryEvents.inquiryId, inquiry.id), notInArray(inquiryEvents.event, [...quietNotes])))
    .orderBy(desc(inquiryEvents.version))
    .limit(1);
  if (!said || (await askedSince(tx, inquiry, said.at))) return null;
  return { last: said.event, since: instant(said.at.getTime()), unasked: await isUnasked(tx, inquiry.emailIndex) };
}

/** Whether the same address asked something else since a moment. */
async function askedSince(db: Db, inquiry: Pick<Inquiry, 'id' | 'emailIndex'>, since: Date): Promise<boolean> {
  const [newer] = await db
    .select({ id: inquiries.id })
    .from(inquiries)
    .where(and(eq(inquiries.emailIndex, inquiry.emailIndex), ne(inquiries.id, inquiry.id), gt(inquiries.createdAt, since)))
    .limit(1);
  return newer !== undefined;
}

export async function isUnasked(db: Db, emailIndex: string): Promise<boolean> {
  const [row] = await db
    .select({ emailIndex: inquirySilences.emailIndex })
    .from(inquirySilences)
    .where(eq(inquirySilences.emailIndex, emailIndex));
  return row !== undefined;
}

export async function leaveUnasked(db: Db, now: Instant, emailIndex: string): Promise<void> {
  await db
    .insert(inquirySilences)
    .values({ emailIndex, at: new Date(now) })
    .onConflictDoNothing();
}
