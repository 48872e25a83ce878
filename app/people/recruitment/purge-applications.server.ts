import { blankNotesOf, deleteFilesOf } from '#app/commerce/record-notes/record-notes-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { sha256 } from '#app/platform/crypto.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { eachRow } from '#app/platform/each-row.server.ts';
import { forgetMails } from '#app/platform/mail-log-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn } from '#app/values/dates.ts';
import { endedStages, openStages } from './job-application-status.ts';
import {
  blankApplication,
  deletePapersOf,
  findInterviewMailIds,
  lockApplication,
  moveApplication,
  readApplicant,
} from './job-applications-store.server.ts';
import type { JobApplication } from './job-applications.tables.ts';
import { findMailIds } from './job-messages-store.server.ts';
import { applicantMailId, queueMail, jobTitle, templateWords } from './job-mails.server.ts';
import { findOverdue, insertPurgeCertificate } from './job-papers-store.server.ts';
import { dropJoiner } from './work-joiner.server.ts';

/**
 * Takes the person out of an application: contact, profile, answers, CV, mails, scores and offers go; that somebody applied,
 * and how it ended, stays as a figure. Files go first: cut off in between, the next try finds the row and goes on.
 */
export async function forgetApplicant(tx: Tx, platform: Platform, application: JobApplication, actor: string): Promise<readonly string[]> {
  const keys = [sha256(`job_applications:${application.id}`)];
  if (application.cvStored) {
    await platform.files.remove(application.cvStored);
    keys.push(sha256(application.cvStored));
  }
  const mails = [...(await findMailIds(tx, application.id)).map(applicantMailId), ...(await findInterviewMailIds(tx, application.id))];
  for (const id of mails) await platform.mail.folder?.remove(sha256(id).slice(0, 32));
  await forgetMails(tx, mails);
  // What colleagues wrote of somebody and kept beside their application goes with them.
  for (const stored of await deleteFilesOf(tx, ['application'], application.id)) {
    await platform.files.remove(stored);
    keys.push(sha256(stored));
  }
  await blankNotesOf(tx, platform.crypto, ['application'], application.id);
  await deletePapersOf(tx, platform.clock.now(), application.id);
  await dropJoiner(tx, platform.clock.now(), application.id);
  await blankApplication(tx, platform.crypto, platform.clock.now(), application, actor);
  return keys;
}

/**
 * Ended applications that may no longer be kept are forgotten; the certificate proves what went. One that cannot be
 * forgotten keeps no other.
 */
export async function purgeApplications(platform: Platform): Promise<{ readonly purged: number; readonly failed: number }> {
  const { db, clock } = platform;
  const today = dateIn('Asia/Dubai', clock.now());
  const due = await findOverdue(db, today, endedStages);
  if (due.length === 0) return { purged: 0, failed: 0 };
  return transact(db, async (tx) => {
    const now = clock.now();
    const keys: string[] = [];
    let applications = 0;
    const failed = await eachRow(platform, 'application', due, async ({ id }) => {
      // A savepoint each: what one could not do is taken back with nothing else.
      const gone = await tx.transaction(async (part) => {
        const one = await lockApplication(part, id);
        // It may have moved since it was found.
        if (!one || one.purgedAt || one.keepUntil > today || (openStages as readonly string[]).includes(one.status)) return null;
        return forgetApplicant(part, platform, one, 'system');
      });
      if (!gone) return;
      keys.push(...gone);
      applications += 1;
    });
    if (applications === 0) return { purged: 0, failed };
    await insertPurgeCertificate(tx, now, { applications, files: keys.length - applications, keys });
    await audit(tx, now, {
      actor: 'system',
      action: 'job.purged',
      subject: 'job_purge_certificates:-',
      detail: { applications, keys: keys.length },
    });
    return { purged: applications, failed };
  });
}

/** Open ones that nobody touched for as long as they may be kept are refused, so that their owners hear of it; then their time runs. */
export async function lapseApplications(platform: Platform): Promise<{ readonly lapsed: number; readonly unread: number }> {
  const { db, clock, crypto } = platform;
  const overdue = await findOverdue(db, dateIn('Asia/Dubai', clock.now()), openStages);
  const unread = await eachRow(platform, 'application', overdue, async (application) => {
    const { name } = readApplicant(crypto, application);
    const job = await jobTitle(db, application, application.language);
    await transact(db, async (tx) => {
      const now = clock.now();
      const ask = {
        application,
        event: 'reject',
        by: 'system',
        actor: 'system',
        detail: 'lapsed',
        set: { rejectReason: 'lapsed' },
        jobs: platform.jobs,
      } as const;
      if (!(await moveApplication(tx, now, ask)).ok) return;
      const words = templateWords(application.language, 'rejected', { name, job, reference: application.reference });
      await queueMail(tx, platform, { application, template: 'rejected', ...words, author: 'system' });
      await audit(tx, now, {
        actor: 'system',
        action: 'job.reject',
        subject: `job_applications:${application.id}`,
        detail: { reason: 'lapsed' },
      });
    });
  });
  return { lapsed: overdue.length - unread, unread };
}
