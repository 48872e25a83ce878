import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { sha256, type FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { jobEmailIndex } from './job-applications-store.server.ts';
import type { Department, JobPlace } from './job-posting-kinds.ts';
import { jobAlerts, jobMails, type JobAlert } from './recruitment.tables.ts';

const place = (id: string) => `job_alerts|contact|${id}`;

export async function insertAlert(
  tx: Tx,
  crypto: FieldCrypto,
  now: Instant,
  alert: {
    readonly id: string;
    readonly email: string;
    readonly language: LanguageCode;
    readonly department: Department | null;
    readonly place: JobPlace | null;
    readonly token: string;
  },
): Promise<void> {
  const { id, email, token, ...rest } = alert;
  await tx.insert(jobAlerts).values({
    ...rest,
    id,
    contact: crypto.seal(email, place(id)),
    emailIndex: jobEmailIndex(crypto, email),
    secretHash: sha256(token),
    createdAt: new Date(now),
  });
}

export const readAlertAddress = (crypto: FieldCrypto, alert: JobAlert) => crypto.open(alert.contact, place(alert.id));

export async function findAlertAsSystem(db: Db, id: string): Promise<JobAlert | null> {
  const [row] = await db.select().from(jobAlerts).where(eq(jobAlerts.id, id));
  return row ?? null;
}
export async function findAlertByToken(db: Db, token: string): Promise<JobAlert | null> {
  if (!/^[0-9a-f]{64}$/.test(token)) return null;
  const [row] = await db
    .select()
    .from(jobAlerts)
    .where(eq(jobAlerts.secretHash, sha256(token)));
  return row ?? null;
}
export async function confirmAlert(tx: Tx, now: Instant, id: string): Promise<void> {
  await tx
    .update(jobAlerts)
    .set({ confirmedAt: new Date(now) })
    .where(and(eq(jobAlerts.id, id), isNull(jobAlerts.confirmedAt)));
}
/** Ending an alert forgets its address. */
export async function deleteAlert(tx: Tx, id: string): Promise<void> {
  await tx.delete(jobAlerts).where(eq(jobAlerts.id, id));
}
/** Alerts that nobody confirmed are forgotten. */
export async function deleteUnconfirmed(db: Db, before: Date): Promise<number> {
  return (await db.delete(jobAlerts).where(unconfirmedSince(before)).returning({ id: jobAlerts.id })).length;
}
export async function countUnconfirmed(db: Db, before: Date): Promise<number> {
  return db.$count(jobAlerts, unconfirmedSince(before));
}
const unconfirmedSince = (before: Date) => and(isNull(jobAlerts.confirmedAt), lt(jobAlerts.createdAt, before));
export async function findAlertsFor(db: Db, posting: { readonly department: Department; readonly place: JobPlace }): Promise<string[]> {
  const rows = await db
    .select({ id: jobAlerts.id })
    .from(jobAlerts)
    .where(
      and(
        isNotNull(jobAlerts.confirmedAt),
        or(isNull(jobAlerts.department), eq(jobAlerts.department, posting.department)),
        or(isNull(jobAlerts.place), eq(jobAlerts.place, posting.place)),
      ),
    );
  return rows.map(({ id }) => id);
}

export async function wasJobMailed(db: Db, messageId: string): Promise<boolean> {
  const [row] = await db.select().from(jobMails).where(eq(jobMails.messageId, messageId));
  return row !== undefined;
}
export async function recordJobMail(tx: Tx, now: Instant, messageId: string): Promise<void> {
  await tx
    .insert(jobMails)
    .values({ messageId, sentAt: new Date(now) })
    .onConflictDoNothing();
}
