import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { eachRow, everyRow, mustAllBeTaken } from '#app/platform/each-row.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { followUpOf } from './follow-up-rules.ts';
import { findSilences, lockInquiry, moveInquiry, silenceOf } from './inquiries-store.server.ts';
import { inquiryMail } from './mail-inquiries.server.ts';
import { moveInquiryOn } from './work-inquiry.server.ts';

/** The daily look at inquiries that were answered and heard nothing of. */
export const inquiriesFollowUp = jobKind<Record<string, never>>('inquiries.follow-up', 1);

/** Inquiries that are looked at in one go. */
const mostAtOnce = 200;

/** Starts following inquiries up: at ten in the morning in Dubai, when a mail is read. */
export async function workOnInquiries(platform: Platform): Promise<void> {
  await platform.jobs.handle(inquiriesFollowUp, async () => {
    await followUp(platform);
  });
  await platform.jobs.schedule(inquiriesFollowUp, '0 6 * * *');
}

/**
 * Reminds once of each answer that nobody replied to, and ends what stays silent. Each is judged again under its lock, so
 * whatever somebody does meanwhile goes before. Returns how many were reminded of and how many ended.
 */
export async function followUp(platform: Platform): Promise<{ readonly reminded: number; readonly ended: number }> {
  let reminded = 0;
  let ended = 0;
  const silent = everyRow<string>((after) => findSilences(platform.db, platform.clock.now(), after ?? '', mostAtOnce));
  const failed = await eachRow(platform, 'inquiry', silent, async (id) => {
    const done = await followOne(platform, id);
    if (done === 'remind') reminded += 1;
    if (done === 'close') ended += 1;
  });
  mustAllBeTaken(failed);
  return { reminded, ended };
}

async function followOne(platform: Platform, id: string): Promise<'remind' | 'close' | null> {
  return transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const inquiry = await lockInquiry(tx, id);
    const silence = inquiry && (await silenceOf(tx, inquiry));
    const due = silence && followUpOf(silence, now);
    if (!inquiry || !silence || !due) return null;
    const actor = 'system';
    const moved =
      due === 'remind'
        ? await moveInquiry(tx, platform.crypto, now, { inquiry, event: 'remind', to: inquiry.status, actor })
        : (await moveInquiryOn(tx, platform, { inquiry, event: 'lose', by: 'system', actor, lostReason: 'no-answer' })).ok;
    if (!moved) return null;
    // Who was not reminded, or does not want to be, is not told of the end either.
    if (!silence.unasked && (due === 'remind' || silence.last === 'remind'))
      await platform.jobs.send(tx, inquiryMail, { inquiryId: id, version: inquiry.version + 1 });
    await audit(tx, now, {
      actor,
      action: due === 'remind' ? 'inquiry.reminded' : 'inquiry.lose',
      subject: `inquiries:${id}`,
      ...(due === 'close' && { detail: { reason: 'no-answer' } }),
    });
    return due;
  });
}
