import { and, asc, count, desc, eq, gt, like, or, sql } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import type { RowCursor } from '#app/values/keyset-page.ts';
import type { FeedbackKind } from './feedback-kinds.ts';
import { feedback, type FeedbackRow } from './feedback.tables.ts';
import type { FeedbackStatus } from './feedback-status.ts';

type Sealed = 'words' | 'email' | 'answer';
const where = (id: string, field: Sealed) => `feedback|${field}|${id}`;

export async function insertFeedback(
  tx: Tx,
  crypto: FieldCrypto,
  row: Omit<FeedbackRow, 'status' | 'version' | 'answer' | 'changedAt'>,
): Promise<void> {
  await tx.insert(feedback).values({
    ...row,
    status: 'new',
    words: crypto.seal(row.words, where(row.id, 'words')),
    email: row.email === null ? null : crypto.seal(row.email, where(row.id, 'email')),
    changedAt: row.createdAt,
  });
}

export type OpenFeedback = FeedbackRow;

/** The row with its sealed fields opened. */
function opened(crypto: FieldCrypto, row: FeedbackRow): OpenFeedback {
  const open = (field: Sealed) => {
    const sealed = row[field];
    return sealed === null ? null : crypto.open(sealed, where(row.id, field));
  };
  return { ...row, words: open('words') ?? '', email: open('email'), answer: open('answer') };
}

/** What anybody who knows a reference may hear: that it arrived, and by when we answer. */
export async function findFeedbackPromise(db: Db, reference: string): Promise<{ reference: string; answerBy: string | null } | null> {
  const [row] = await db.select({ answerBy: feedback.answerBy }).from(feedback).where(eq(feedback.reference, reference));
  return row ? { reference, answerBy: row.answerBy?.toISOString() ?? null } : null;
}

export async function findFeedbackAsSystem(db: Db | Tx, crypto: FieldCrypto, id: string): Promise<OpenFeedback | null> {
  const [row] = await db.select().from(feedback).where(eq(feedback.id, id));
  return row ? opened(crypto, row) : null;
}

/** By reference; the caller has judged access. */
export async function findFeedbackAsStaff(db: Db, crypto: FieldCrypto, reference: string): Promise<OpenFeedback | null> {
  const [row] = await db.select().from(feedback).where(eq(feedback.reference, reference));
  return row ? opened(crypto, row) : null;
}

/** Complaints that nobody answered, since a moment: what the helpdesk takes up. */
export async function findComplaints(db: Db, crypto: FieldCrypto, since: Instant, most: number): Promise<OpenFeedback[]> {
  const rows = await db
    .select()
    .from(feedback)
    .where(
      and(
        eq(feedback.kind, 'complaint'),
        eq(feedback.status, 'new'),
        gt(feedback.createdAt, new Date(since)),
        sql`not exists (select 1 from tickets t where t.source_table = 'feedback' and t.source_id = ${feedback.id})`,
      ),
    )
    .orderBy(asc(feedback.createdAt), asc(feedback.id))
    .limit(most);
  return rows.map((row) => opened(crypto, row));
}

/** What this person has told us, newest first. */
export async function listFeedbackOf(db: Db, crypto: FieldCrypto, userId: string): Promise<OpenFeedback[]> {
  const rows = await db.select().from(feedback).where(eq(feedback.userId, userId)).orderBy(desc(feedback.createdAt)).limit(20);
  return rows.map((row) => opened(crypto, row));
}

/** A page of one state's list as it is asked for, and how many of each state there are with the same filters. The caller has judged access. */
export async function listFeedbackAsStaff(
  db: Db,
  crypto: FieldCrypto,
  asked: {
    readonly state: FeedbackStatus;
    readonly kind: FeedbackKind | null;
    readonly find: string;
    readonly descending: boolean;
    readonly after: RowCursor | null;
  },
  most: number,
): Promise<{ rows: OpenFeedback[]; counts: Record<FeedbackStatus, number>; next: RowCursor | null }> {
  const { descending, after } = asked;
  // A reference is typed with or without its hyphen, or only begun.
  const found = asked.find.toUpperCase().replace(/[^A-Z0-9-]/g, '');
  const filters = and(
    asked.kind ? eq(feedback.kind, asked.kind) : undefined,
    asked.find === ''
      ? undefined
      : found === ''
        ? sql`false`
        : or(like(feedback.reference, `${found}%`), like(feedback.orderReference, `${found}%`)),
  );
  const at = sql<number>`floor(extract(epoch from ${feedback.createdAt}) * 1000)::bigint`;
  const order = descending ? desc : asc;
  const [rows, counted] = await Promise.all([
    db
      .select()
      .from(feedback)
      .where(
        and(
          eq(feedback.status, asked.state),
          filters,
          after
            ? descending
              ? sql`(${at}, ${feedback.id}) < (${after.key}::bigint, ${after.id})`
              : sql`(${at}, ${feedback.id}) > (${after.key}::bigint, ${after.id})`
            : undefined,
        ),
      )
      .orderBy(order(at), order(feedback.id))
      .limit(most + 1),
    db.select({ status: feedback.status, all: count() }).from(feedback).where(filters).groupBy(feedback.status),
  ]);
  const last = rows.length > most ? rows[most - 1] : undefined;
  return {
    rows: rows.slice(0, most).map((row) => opened(crypto, row)),
    counts: { new: 0, answered: 0, closed: 0, ...Object.fromEntries(counted.map((one) => [one.status, one.all])) },
    next: last ? { key: last.createdAt.getTime(), id: last.id } : null,
  };
}

/** Moves it on, if it is still as it was read; false when somebody was faster. */
export async function moveFeedback(
  tx: Tx,
  crypto: FieldCrypto,
  now: Instant,
  move: { readonly row: OpenFeedback; readonly to: FeedbackStatus; readonly answer: string | null },
): Promise<boolean> {
  const { row, to, answer } = move;
  const moved = await tx
    .update(feedback)
    .set({
      status: to,
      version: row.version + 1,
      changedAt: new Date(now),
      ...(answer !== null && { answer: crypto.seal(answer, where(row.id, 'answer')) }),
    })
    .where(and(eq(feedback.id, row.id), eq(feedback.version, row.version)))
    .returning({ id: feedback.id });
  return moved.length > 0;
}
