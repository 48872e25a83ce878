import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { jobMessages, type JobMessage } from './job-applications.tables.ts';

const place = (id: string, field: 'subject' | 'words') => `job_messages|${field}|${id}`;

export interface OpenMessage extends Omit<JobMessage, 'subject' | 'words'> {
  readonly subject: string | null;
  readonly words: string;
}

const opened = (crypto: FieldCrypto, row: JobMessage): OpenMessage => ({
  ...row,
  subject: row.subject === null ? null : crypto.open(row.subject, place(row.id, 'subject')),
  words: crypto.open(row.words, place(row.id, 'words')),
});

/** Keeps a message and returns its id. A mail that is to leave has the time at which it may. */
export async function insertMessage(
  tx: Tx,
  crypto: FieldCrypto,
  now: Instant,
  message: {
    readonly applicationId: string;
    readonly kind: JobMessage['kind'];
    readonly template?: string | null;
    readonly subject?: string | null;
    readonly words: string;
    readonly author: string;
    readonly sendAt?: Instant | null;
  },
): Promise<string> {
  const id = randomUUID();
  const { subject = null, sendAt = null, template = null, words, ...rest } = message;
  await tx.insert(jobMessages).values({
    ...rest,
    id,
    template,
    subject: subject === null ? null : crypto.seal(subject, place(id, 'subject')),
    words: crypto.seal(words, place(id, 'words')),
    createdAt: new Date(now),
    sendAt: sendAt === null ? null : new Date(sendAt),
  });
  return id;
}

export async function findMessages(db: Db, crypto: FieldCrypto, applicationId: string): Promise<OpenMessage[]> {
  const rows = await db
    .select()
    .from(jobMessages)
    .where(eq(jobMessages.applicationId, applicationId))
    .orderBy(asc(jobMessages.createdAt), asc(jobMessages.id));
  return rows.map((row) => opened(crypto, row));
}

export async function findMessage(db: Db, crypto: FieldCrypto, id: string): Promise<OpenMessage | null> {
  const [row] = await db.select().from(jobMessages).where(eq(jobMessages.id, id));
  return row ? opened(crypto, row) : null;
}

const waiting = and(isNull(jobMessages.sentAt), isNull(jobMessages.calledBackAt));

/** False when it left, or was called back, before. */
export async function markSent(tx: Tx, now: Instant, id: string): Promise<boolean> {
  const rows = await tx
    .update(jobMessages)
    .set({ sentAt: new Date(now) })
    .where(and(eq(jobMessages.id, id), waiting))
    .returning({ id: jobMessages.id });
  return rows.length > 0;
}

/** Calls back the mails of an application that have not left; how many those were. */
export async function callBack(tx: Tx, now: Instant, applicationId: string, template: string): Promise<number> {
  const rows = await tx
    .update(jobMessages)
    .set({ calledBackAt: new Date(now) })
    .where(and(eq(jobMessages.applicationId, applicationId), eq(jobMessages.kind, 'out'), eq(jobMessages.template, template), waiting))
    .returning({ id: jobMessages.id });
  return rows.length;
}

/** Mails whose time has come; a job that was lost is made up for by the clock. */
export async function findDueMessages(db: Db, now: Instant): Promise<string[]> {
  const rows = await db
    .select({ id: jobMessages.id })
    .from(jobMessages)
    .where(and(eq(jobMessages.kind, 'out'), waiting, lte(jobMessages.sendAt, new Date(now))))
    .limit(200);
  return rows.map(({ id }) => id);
}

export async function findMailIds(db: Db | Tx, applicationId: string): Promise<string[]> {
  const rows = await db.select({ id: jobMessages.id }).from(jobMessages).where(eq(jobMessages.applicationId, applicationId));
  return rows.map(({ id }) => id);
}
