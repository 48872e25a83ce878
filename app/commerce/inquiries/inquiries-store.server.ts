import { and, asc, count, desc, eq, inArray, type SQL } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { inquiries, inquiryEvents, inquiryMails, type Inquiry } from './inquiries.tables.ts';
import type { InquiryKind } from './inquiry-kinds.ts';
import type { InquiryEvent, InquiryStatus } from './inquiry-status.ts';

export interface InquiryContact {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
}

const where = (id: string, field: string) => `inquiries|${field}|${id}`;

/** What an e-mail is looked up by. */
export function emailIndexOf(crypto: FieldCrypto, email: string): string {
  return crypto.blindIndex(email.normalize('NFKC').trim().toLowerCase(), 'inquiry-email');
}

export interface NewInquiry extends Omit<Inquiry, 'status' | 'version' | 'contact' | 'emailIndex' | 'message' | 'changedAt'> {
  readonly contact: InquiryContact;
  readonly message: string;
}

export async function insertInquiry(tx: Tx, crypto: FieldCrypto, { contact, message, ...rest }: NewInquiry): Promise<void> {
  await tx.insert(inquiries).values({
    ...rest,
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

export async function findInquiryAsSystem(db: Db, id: string): Promise<Inquiry | null> {
  const [row] = await db.select().from(inquiries).where(eq(inquiries.id, id));
  return row ? row : null;
}

/** By reference; the caller has judged access. */
export async function findInquiryAsStaff(db: Db, reference: string): Promise<Inquiry | null> {
  const [row] = await db.select().from(inquiries).where(eq(inquiries.reference, reference));
  return row ? row : null;
}

export interface InquiryFilter {
  readonly kinds: readonly InquiryKind[];
  /** Null for every state. */
  readonly status: InquiryStatus | null;
  readonly reference: string | null;
  readonly email: string | null;
}

/** The list of a queue, what is promised first on top, and how many there are. The caller has judged access. */
export async function listInquiriesAsStaff(
  db: Db,
  crypto: FieldCrypto,
  filter: InquiryFilter,
  page: { readonly size: number; readonly number: number },
): Promise<{ rows: Inquiry[]; matching: number }> {
  const wanted: SQL[] = [inArray(inquiries.kind, [...filter.kinds])];
  if (filter.status) wanted.push(eq(inquiries.status, filter.status));
  if (filter.reference) wanted.push(eq(inquiries.reference, filter.reference));
  if (filter.email) wanted.push(eq(inquiries.emailIndex, emailIndexOf(crypto, filter.email)));
  const order = filter.status === 'new' ? [asc(inquiries.answerBy), asc(inquiries.id)] : [desc(inquiries.createdAt), asc(inquiries.id)];
  const [rows, counted] = await Promise.all([
    db
      .select()
      .from(inquiries)
      .where(and(...wanted))
      .orderBy(...order)
      .limit(page.size)
      .offset((page.number - 1) * page.size),
    db
      .select({ all: count() })
      .from(inquiries)
      .where(and(...wanted)),
  ]);
  return { rows, matching: counted[0]?.all ?? 0 };
}

/** How many inquiries of these kinds stand in each state. */
export async function countInquiries(db: Db, kinds: readonly InquiryKind[]): Promise<Record<InquiryStatus, number>> {
  const rows = await db
    .select({ status: inquiries.status, all: count() })
    .from(inquiries)
    .where(inArray(inquiries.kind, [...kinds]))
    .groupBy(inquiries.status);
  return { new: 0, answered: 0, closed: 0, ...Object.fromEntries(rows.map((row) => [row.status, row.all])) };
}

export interface InquiryNews {
  readonly version: number;
  readonly event: InquiryEvent | 'asked';
  readonly actor: string;
  readonly words: string | null;
  readonly at: Date;
}

/** What happened to an inquiry, oldest first, with the words of the answers. */
export async function findInquiryEvents(db: Db, crypto: FieldCrypto, inquiryId: string): Promise<InquiryNews[]> {
  const rows = await db.select().from(inquiryEvents).where(eq(inquiryEvents.inquiryId, inquiryId)).orderBy(asc(inquiryEvents.version));
  return rows.map(({ version, event, actor, words, at }) => ({
    version,
    event,
    actor,
    at,
    words: words === null ? null : crypto.open(words, where(inquiryId, `answer-${version}`)),
  }));
}

/** Moves an inquiry on, if it is still as it was read; false when somebody was faster. */
export async function moveInquiry(
  tx: Tx,
  crypto: FieldCrypto,
  now: Instant,
  move: {
    readonly inquiry: Pick<Inquiry, 'id' | 'status' | 'version'>;
    readonly event: InquiryEvent;
    readonly to: InquiryStatus;
    readonly actor: string;
    readonly words: string | null;
  },
): Promise<boolean> {
  const { inquiry, event, to, actor, words } = move;
  const version = inquiry.version + 1;
  const moved = await tx
    .update(inquiries)
    .set({ status: to, version, changedAt: new Date(now) })
    .where(and(eq(inquiries.id, inquiry.id), eq(inquiries.status, inquiry.status), eq(inquiries.version, inquiry.version)))
    .returning({ id: inquiries.id });
  if (moved.length === 0) return false;
  await tx.insert(inquiryEvents).values({
    inquiryId: inquiry.id,
    version,
    event,
    actor,
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
