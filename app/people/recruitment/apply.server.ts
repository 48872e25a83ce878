import { randomUUID } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import { newReference } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import { networkOf, takeTry } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dayMs, hourMs } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { ReadApplication } from './application-form.ts';
import { readCvFields, type CvFields } from './cv-fields-rules.ts';
import { cvEndings, type CvRefusal, type CvType } from './cv-rules.ts';
import { checkCv, readCv } from './read-cv.server.ts';
import { findOpenApplication, insertApplication, jobEmailIndex, readApplicant } from './job-applications-store.server.ts';
import type { ApplicationSource } from './job-application-kinds.ts';
import { countEquality, deleteCvUpload, insertCvUpload, takeCvUpload } from './job-papers-store.server.ts';
import { jobTitle, queueMail, templateWords } from './job-mails.server.ts';

const limits = {
  cv: { name: 'job-cv:network', most: 20, perMs: hourMs },
  network: { name: 'job:network', most: 12, perMs: hourMs },
  email: { name: 'job:email', most: 6, perMs: dayMs },
};

/** A CV that was taken and not sent yet; it travels with the form as one sealed text. */
export interface KeptCv {
  readonly stored: string;
  readonly type: CvType;
  readonly bytes: number;
  /** As its owner called it, for showing it back to them. */
  readonly name: string;
}

const cvPlace = (stored: string) => `job_applications|cv|${stored}`;
const ticketPlace = 'job_cv_uploads|ticket';
const ticketHours = 20;

/** Takes a CV: checked, read into fields where its words can be read, and kept sealed under a name that says nothing. */
export async function takeCv(
  platform: Platform,
  from: { readonly content: Uint8Array; readonly name: string; readonly address: string },
): Promise<Outcome<{ readonly cv: KeptCv; readonly ticket: string; readonly fields: CvFields | null }, CvRefusal | 'too-often'>> {
  const { db, clock, crypto } = platform;
  if ((await takeTry(db, clock, limits.cv, networkOf(from.address))) > 0) return refuse('too-often');
  const checked = await checkCv(from.content);
  if (!checked.ok) return refuse(checked.refused);
  const text = await readCv(from.content, checked.type);
  const cv = { ...(await storeCv(platform, from.content, checked.type)), name: from.name.slice(0, 80) };
  return done({
    cv,
    ticket: crypto.seal(JSON.stringify({ ...cv, at: clock.now() }), ticketPlace),
    fields: text === null ? null : readCvFields(text),
  });
}

/** Keeps a checked CV sealed under a name that says nothing. It is removed unless an application takes it. */
export async function storeCv(
  { db, clock, crypto, files }: Pick<Platform, 'db' | 'clock' | 'crypto' | 'files'>,
  content: Uint8Array,
  type: CvType,
): Promise<Omit<KeptCv, 'name'>> {
  const stored = `cv-${randomUUID()}.${cvEndings[type]}`;
  const bytes = content.byteLength;
  // The row first: a file without one would never be removed.
  await transact(db, (tx) => insertCvUpload(tx, clock.now(), { stored, type, bytes }));
  await files.put(stored, Buffer.from(crypto.seal(Buffer.from(content).toString('base64'), cvPlace(stored)), 'latin1'));
  return { stored, type, bytes };
}

/** The CV that a form carries; null when it carries none of ours, or an old one. */
export function readCvTicket({ crypto, clock }: Pick<Platform, 'crypto' | 'clock'>, ticket: unknown): KeptCv | null {
  if (typeof ticket !== 'string' || ticket === '' || ticket.length > 2_000) return null;
  try {
    const { at, ...cv } = JSON.parse(crypto.open(ticket, ticketPlace)) as KeptCv & { at: number };
    return clock.now() - at < ticketHours * hourMs ? cv : null;
  } catch {
    return null;
  }
}

/** The bytes of a stored CV; null when it is gone. */
export async function openCv(platform: Pick<Platform, 'files' | 'crypto'>, stored: string): Promise<Buffer | null> {
  const sealed = await platform.files.find(stored);
  return sealed && Buffer.from(platform.crypto.open(sealed.toString('latin1'), cvPlace(stored)), 'base64');
}

/** Removes a CV that nobody takes any more: the file first, or cut off in between nothing would know of it. */
export async function removeCv({ db, files }: Pick<Platform, 'db' | 'files'>, stored: string): Promise<void> {
  await files.remove(stored);
  await transact(db, (tx) => deleteCvUpload(tx, stored));
}

/** The CV of an application that was not kept. What cannot be removed now the clock removes; whoever sent it is told the same. */
async function removeSpentCv(platform: Platform, stored: string): Promise<void> {
  try {
    await removeCv(platform, stored);
  } catch (fault) {
    platform.log.error({ fault: (fault as Error).message, stored }, 'CV not removed');
  }
}

/**
 * Puts an application on record and mails its owner the secret way to it. One open application to a posting is enough: another
 * is not kept, and the mail says so. Whoever sends the form is told the same either way, or anybody could ask whether somebody
 * has applied here.
 */
export async function applyForJob(
  platform: Platform,
  from: {
    readonly postingId: string | null;
    readonly read: ReadApplication;
    readonly cv: KeptCv | null;
    readonly language: LanguageCode;
    readonly address: string;
    readonly source?: ApplicationSource;
  },
  keep?: Keep<Outcome<null, never>>,
): Promise<Outcome<null, 'too-often' | 'cv-gone'>> {
  const { db, clock, crypto } = platform;
  const { read, postingId, language, cv } = from;
  const emailIndex = jobEmailIndex(crypto, read.contact.email);
  const waits = [await takeTry(db, clock, limits.network, networkOf(from.address)), await takeTry(db, clock, limits.email, emailIndex)];
  if (waits.some((seconds) => seconds > 0)) return refuse('too-often');
  const before = await findOpenApplication(db, emailIndex, postingId);
  const id = randomUUID();
  const reference = newReference();
  const job = await jobTitle(db, { postingId }, before?.language ?? language);
  const taken = await transact(db, async (tx): Promise<Outcome<null, 'cv-gone'>> => {
    const now = clock.now();
    // Its row goes to one application only, and before the clock may take it.
    if (cv && !(await takeCvUpload(tx, cv.stored, before ? 'nobody' : 'application'))) return refuse('cv-gone');
    if (before) {
      const { name } = readApplicant(crypto, before);
      const words = templateWords(before.language, 'again', { name, job, reference: before.reference });
      await queueMail(tx, platform, { application: before, template: 'again', ...words, author: 'system' });
      await audit(tx, now, { actor: 'guest', action: 'job.applied-again', subject: `job_applications:${before.id}` });
      await keep?.(tx, done(null));
      return done(null);
    }
    const { contact, profile, answers, knockOuts, noticeWeeks, visaStatus, keepMonths } = read;
    await insertApplication(tx, platform, now, {
      id,
      reference,
      postingId,
      language,
      source: from.source ?? read.source,
      contact,
      profile,
      answers,
      knockOuts,
      noticeWeeks,
      visaStatus,
      keepMonths,
      cvStored: cv?.stored ?? null,
      cvType: cv?.type ?? null,
      cvBytes: cv?.bytes ?? null,
    });
    await countEquality(tx, now, postingId ?? 'open', read.equality);
    const words = templateWords(language, 'received', { name: contact.name, job, reference });
    await queueMail(tx, platform, { application: { id }, template: 'received', ...words, author: 'system' });
    await audit(tx, now, { actor: 'guest', action: 'job.applied', subject: `job_applications:${id}`, detail: { posting: postingId } });
    await keep?.(tx, done(null));
    return done(null);
  });
  if (taken.ok && before && cv) await removeSpentCv(platform, cv.stored);
  return taken;
}
