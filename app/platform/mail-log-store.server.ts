import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, inArray, isNotNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { addMilliseconds, dayMs, instant, type Instant } from '#app/values/dates.ts';
import type { FieldCrypto } from './crypto.server.ts';
import type { Db, Tx } from './database.server.ts';
import { mailHours, mailLog, mailSuppressions, type LoggedMail, type Suppression } from './mail-log.tables.ts';
import type { MailHours, SuppressionReason } from './mail-rules.ts';
import type { MailMessage } from './mail.server.ts';

/** Bigger papers are made anew by whoever sends the mail again. */
const mostFileBytes = 96 * 1024;

const recipientPlace = (id: string) => `mail_log|recipient|${id}`;
const contentPlace = (id: string) => `mail_log|content|${id}`;
const suppressionPlace = (id: string) => `mail_suppressions|email|${id}`;

/** Of an address, or of a number however it is spaced. */
export function mailIndexOf(crypto: FieldCrypto, address: string): string {
  const own = address.normalize('NFKC').trim().toLowerCase();
  return crypto.blindIndex(isNumber(own) ? own.replace(/[^+\d]/g, '') : own, 'mail-address');
}

/** Whether what was typed is a number with its country code, and no address. */
export const isNumber = (typed: string) => /^\+\d[\d\s().-]{5,24}$/.test(typed.trim());

/** What is kept of a mail to show it or send it again. */
export interface KeptContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly oneClickLeave?: string;
  readonly zone?: string;
  /** Null: the files were too big to be kept. */
  readonly files: readonly { readonly name: string; readonly type: string; readonly base64: string }[] | null;
}

export function openRecipient(crypto: FieldCrypto, mail: Pick<LoggedMail, 'id' | 'recipient'>): string {
  return mail.recipient === '' ? '' : crypto.open(mail.recipient, recipientPlace(mail.id));
}

export function openContent(crypto: FieldCrypto, mail: Pick<LoggedMail, 'id' | 'content'>): KeptContent | null {
  return mail.content ? (JSON.parse(crypto.open(mail.content, contentPlace(mail.id))) as KeptContent) : null;
}

/** The row of a mail that is about to be handed over. What opens an account is never kept. */
export function rowOf(
  crypto: FieldCrypto,
  now: Instant,
  message: MailMessage,
  standing: Pick<LoggedMail, 'status' | 'cause' | 'tries' | 'notBefore'> & { readonly againOf?: string | null },
): typeof mailLog.$inferInsert {
  const { messageId: id, attachments = [] } = message;
  const small = attachments.reduce((sum, file) => sum + file.content.length, 0) <= mostFileBytes;
  const content: KeptContent = {
    subject: message.subject,
    text: message.text,
    html: message.html,
    ...(message.oneClickLeave ? { oneClickLeave: message.oneClickLeave } : {}),
    ...(message.zone ? { zone: message.zone } : {}),
    files: small ? attachments.map(({ name, type, content: bytes }) => ({ name, type, base64: bytes.toString('base64') })) : null,
  };
  return {
    id,
    channel: message.channel ?? 'mail',
    kind: message.kind,
    concern: message.concern,
    language: message.language,
    recipient: crypto.seal(message.to, recipientPlace(id)),
    emailIndex: mailIndexOf(crypto, message.to),
    orderId: message.orderId ?? null,
    content: message.concern === 'account' ? null : crypto.seal(JSON.stringify(content), contentPlace(id)),
    files: attachments.length,
    queuedAt: new Date(now),
    changedAt: new Date(now),
    againOf: null,
    ...standing,
  };
}

/** The row of a mail that is never handed over: nothing is kept of what it would have said, nor of a reader who is not told. */
export function keptBackRow(
  crypto: FieldCrypto,
  now: Instant,
  mail: Pick<MailMessage, 'messageId' | 'kind' | 'concern' | 'language'> & { readonly to: string | null },
  standing: Pick<LoggedMail, 'status' | 'cause'>,
): typeof mailLog.$inferInsert {
  const blank = { ...mail, to: mail.to ?? '', subject: '', text: '', html: '' };
  return {
    ...rowOf(crypto, now, blank, { ...standing, tries: 0, notBefore: null }),
    content: null,
    ...(mail.to === null ? { recipient: '', emailIndex: `unknown:${mail.messageId}` } : {}),
  };
}

/** False where a mail of that id is known already. */
export async function insertMail(db: Db | Tx, row: typeof mailLog.$inferInsert): Promise<boolean> {
  return (await db.insert(mailLog).values(row).onConflictDoNothing().returning({ id: mailLog.id })).length > 0;
}

export async function findMail(db: Db | Tx, id: string): Promise<LoggedMail | null> {
  const [row] = await db.select().from(mailLog).where(eq(mailLog.id, id));
  return row ?? null;
}

/**
 * Takes the next try of a mail that has not left, which has no cause while it is under way; null when somebody else has taken
 * it. `written`: it is handed over as it is written now, and so it is kept.
 */
export async function takeMail(
  db: Db | Tx,
  now: Instant,
  mail: Pick<LoggedMail, 'id' | 'tries'>,
  written: Partial<Pick<LoggedMail, 'language' | 'recipient' | 'emailIndex' | 'content' | 'files'>> = {},
): Promise<LoggedMail | null> {
  const [row] = await db
    .update(mailLog)
    .set({ ...written, cause: null, tries: mail.tries + 1, changedAt: new Date(now) })
    .where(and(eq(mailLog.id, mail.id), eq(mailLog.tries, mail.tries), inArray(mailLog.status, ['queued', 'failed'])))
    .returning();
  return row ?? null;
}

export async function markMail(
  db: Db | Tx,
  now: Instant,
  id: string,
  change: Partial<Pick<LoggedMail, 'status' | 'cause' | 'providerId' | 'notBefore'>>,
): Promise<void> {
  await db
    .update(mailLog)
    .set({ ...change, changedAt: new Date(now) })
    .where(eq(mailLog.id, id));
}

/**
 * What became of a try, or of a look at a mail that waits, as whoever had it in hand says it. That it left or came back is so
 * whoever says it; anything else counts only until somebody else has taken the mail up. False where it changed nothing.
 */
export async function settleMail(
  db: Db | Tx,
  now: Instant,
  claim: Pick<LoggedMail, 'id' | 'tries'>,
  change: Partial<Pick<LoggedMail, 'status' | 'cause' | 'providerId' | 'notBefore'>>,
): Promise<boolean> {
  const isFact = change.status === 'sent' || change.status === 'bounced';
  const rows = await db
    .update(mailLog)
    .set({ ...change, changedAt: new Date(now) })
    .where(
      and(
        eq(mailLog.id, claim.id),
        // What left has left, whatever somebody else decided of it while it was handed over.
        inArray(mailLog.status, isFact ? ['queued', 'failed', 'suppressed'] : ['queued', 'failed']),
        isFact ? undefined : eq(mailLog.tries, claim.tries),
      ),
    )
    .returning({ id: mailLog.id });
  return rows.length > 0;
}

/**
 * A page of the ids of those that were put off and whose time has come, but of those that begin with one of `held`, and of
 * those that begin with one of `paced` unless staff sent them once more.
 */
export async function findDueMails(
  db: Db,
  now: Instant,
  { held = [], paced = [] }: { readonly held?: readonly string[]; readonly paced?: readonly string[] },
  after: string | null,
): Promise<string[]> {
  const rows = await db
    .select({ id: mailLog.id })
    .from(mailLog)
    .where(
      and(
        eq(mailLog.status, 'queued'),
        isNotNull(mailLog.notBefore),
        lte(mailLog.notBefore, new Date(now)),
        after === null ? undefined : gt(mailLog.id, after),
        ...held.map((beginning) => sql`not starts_with(${mailLog.id}, ${beginning})`),
        ...paced.map((beginning) => or(isNotNull(mailLog.againOf), sql`not starts_with(${mailLog.id}, ${beginning})`)),
      ),
    )
    .orderBy(asc(mailLog.id))
    .limit(200);
  return rows.map(({ id }) => id);
}

/** When the courtesies and letters of the last 24 hours went to an address, oldest first. */
export async function findRecentCourtesies(db: Db, now: Instant, emailIndex: string): Promise<Instant[]> {
  const rows = await db
    .select({ at: mailLog.changedAt })
    .from(mailLog)
    .where(
      and(
        eq(mailLog.emailIndex, emailIndex),
        eq(mailLog.status, 'sent'),
        inArray(mailLog.concern, ['courtesy', 'letter']),
        gt(mailLog.changedAt, new Date(addMilliseconds(now, -dayMs))),
      ),
    )
    .orderBy(asc(mailLog.changedAt));
  return rows.map(({ at }) => instant(at.getTime()));
}

/** When the texts about bookings of the last 24 hours went to a number, oldest first. */
export async function findRecentTexts(db: Db, now: Instant, numberIndex: string): Promise<Instant[]> {
  const rows = await db
    .select({ at: mailLog.changedAt })
    .from(mailLog)
    .where(
      and(
        eq(mailLog.emailIndex, numberIndex),
        eq(mailLog.channel, 'text'),
        eq(mailLog.status, 'sent'),
        gt(mailLog.changedAt, new Date(addMilliseconds(now, -dayMs))),
      ),
    )
    .orderBy(asc(mailLog.changedAt));
  return rows.map(({ at }) => instant(at.getTime()));
}

/** So many rows at a time: each piece is a transaction of its own, and nobody waits for the whole. */
const forgottenAtOnce = 1_000;
const mostPieces = 100;

const wordsOver = (now: Instant, days: number) => sql`content is not null and queued_at <= ${daysAgo(now, days)}`;
/** One that was sent once more stays as long as what came of it. */
const rowsOver = (now: Instant, days: number) =>
  sql`old.queued_at < ${daysAgo(now, days)} and not exists (select 1 from mail_log later where later.again_of = old.id)`;
const daysAgo = (now: Instant, days: number) => sql`${new Date(addMilliseconds(now, -days * dayMs)).toISOString()}::timestamptz`;

/**
 * Forgets what mails said, and later that they were sent, when their days are over. What is left over is the next night's.
 * Returns how many of each went.
 */
export async function forgetOldMails(
  db: Db,
  now: Instant,
  days: { readonly words: number; readonly rows: number },
): Promise<{ readonly words: number; readonly rows: number }> {
  const words = await inPieces(
    db,
    sql`update mail_log set content = null where id in (
      select id from mail_log where ${wordsOver(now, days.words)} order by queued_at limit ${forgottenAtOnce})
      returning id`,
  );
  const rows = await inPieces(
    db,
    sql`delete from mail_log where id in (
      select old.id from mail_log old where ${rowsOver(now, days.rows)} order by old.queued_at limit ${forgottenAtOnce})
      returning id`,
  );
  return { words, rows };
}

export async function countOldMails(db: Db, now: Instant, of: 'words' | 'rows', days: number): Promise<number> {
  const { rows } = (await db.execute(
    of === 'words'
      ? sql`select count(*)::int as mails from mail_log where ${wordsOver(now, days)}`
      : sql`select count(*)::int as mails from mail_log old where ${rowsOver(now, days)}`,
  )) as unknown as { rows: { mails: number }[] };
  return rows[0]!.mails;
}

async function inPieces(db: Db, piece: SQL): Promise<number> {
  let gone = 0;
  for (let pieces = 0; pieces < mostPieces; pieces += 1) {
    const { rows } = (await db.execute(piece)) as unknown as { rows: unknown[] };
    gone += rows.length;
    if (rows.length < forgottenAtOnce) break;
  }
  return gone;
}

export async function findMailHours(db: Db | Tx): Promise<MailHours & { readonly version: number; readonly changedAt: Date | null }> {
  const [row] = await db.select().from(mailHours);
  return row!;
}

/** False when somebody changed them meanwhile. */
export async function changeMailHours(tx: Tx, now: Instant, hours: MailHours & { readonly version: number }, by: string): Promise<boolean> {
  const changed = await tx
    .update(mailHours)
    .set({ ...hours, version: hours.version + 1, changedBy: by, changedAt: new Date(now) })
    .where(eq(mailHours.version, hours.version))
    .returning({ version: mailHours.version });
  return changed.length > 0;
}

export async function findSuppression(db: Db | Tx, emailIndex: string): Promise<Suppression | null> {
  const [row] = await db.select().from(mailSuppressions).where(eq(mailSuppressions.emailIndex, emailIndex));
  return row ?? null;
}

/** A harder reason takes the place of a softer one; the other way round nothing changes. */
export async function suppressAddress(
  db: Db | Tx,
  crypto: FieldCrypto,
  now: Instant,
  ask: { readonly address: string; readonly reason: SuppressionReason; readonly note: string; readonly by: string },
): Promise<void> {
  const id = randomUUID();
  const { reason, note } = ask;
  const fresh = { reason, note, addedBy: ask.by, addedAt: new Date(now) };
  await db
    .insert(mailSuppressions)
    .values({ id, email: crypto.seal(ask.address, suppressionPlace(id)), emailIndex: mailIndexOf(crypto, ask.address), ...fresh })
    .onConflictDoUpdate({ target: mailSuppressions.emailIndex, set: fresh, setWhere: sql`excluded.reason = 'hard-bounce'` });
}

export function openSuppressed(crypto: FieldCrypto, one: Suppression): string {
  return crypto.open(one.email, suppressionPlace(one.id));
}

/** Every address that is not written to, opened; numbers of telephones are none. */
export async function openEverySuppressed(db: Db | Tx, crypto: FieldCrypto): Promise<string[]> {
  const rows = await db.select().from(mailSuppressions);
  return rows.map((row) => openSuppressed(crypto, row)).filter((address) => !isNumber(address));
}

export async function deleteSuppression(tx: Tx, id: string): Promise<boolean> {
  return (await tx.delete(mailSuppressions).where(eq(mailSuppressions.id, id)).returning({ id: mailSuppressions.id })).length > 0;
}

/** Takes whom mails went to, and what they said, out of the log; that they left stays. */
export async function forgetMails(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await tx
      .update(mailLog)
      .set({ recipient: '', content: null, emailIndex: `erased:${id}` })
      .where(eq(mailLog.id, id));
}
