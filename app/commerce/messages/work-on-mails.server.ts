import { eachRow, everyRow, mustAllBeTaken } from '#app/platform/each-row.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import { findDueMails, findMail, forgetOldMails, settleMail } from '#app/platform/mail-log-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { getPolicy, noteRetention } from '#app/platform/retention-store.server.ts';
import { addMilliseconds, minuteMs } from '#app/values/dates.ts';
import { isOutage, mostTries } from '../campaigns/campaign-rules.ts';
import { findCampaignsIn } from '../campaigns/campaigns-store.server.ts';
import { becameOf, hasLeft, isInHand, isInTheDark, isLetterWanted, letterOf, tellCampaign } from './wanted-letters.server.ts';
import { isTextWanted } from './wanted-texts.server.ts';

/** A letter that the mail server did not take waits for so long. */
const tryAgainMs = 15 * minuteMs;

/** Hands over a mail that was noted before: put off until now, or sent once more by staff. */
export const mailDeliver = jobKind<{ readonly mailId: string }>('mail.deliver', 4, true);
const mailSweep = jobKind<Record<string, never>>('mail.sweep', 3);
const mailForget = jobKind<Record<string, never>>('mail.forget', 3);

/** Starts handing over what was put off, and forgetting what mails said when their days are over. */
export async function workOnMails(platform: Platform): Promise<void> {
  const { jobs, db, clock } = platform;
  await jobs.handle(mailDeliver, ({ mailId }) => deliverNoted(platform, mailId));
  await jobs.handle(mailSweep, () => sweepMails(platform));
  await jobs.schedule(mailSweep, '*/5 * * * *');
  await jobs.handle(mailForget, async () => {
    const now = clock.now();
    const days = { words: (await getPolicy(db, 'mail-words')).days, rows: (await getPolicy(db, 'mail-rows')).days };
    const gone = await forgetOldMails(db, now, days);
    await noteRetention(db, now, 'mail-words', gone.words);
    await noteRetention(db, now, 'mail-rows', gone.rows);
  });
  await jobs.schedule(mailForget, '41 2 * * *');
}

/**
 * Asks for everything that was put off and is due. Letters of a held campaign stay, however many, and keep no others back;
 * those of one that is under way go with its other letters, at its pace.
 */
export async function sweepMails(platform: Platform): Promise<void> {
  const { jobs, db, clock } = platform;
  const now = clock.now();
  const held = (await findCampaignsIn(db, 'paused')).map(({ id }) => letterOf(id));
  const paced = (await findCampaignsIn(db, 'sending')).map(({ id }) => letterOf(id));
  const due = everyRow<string>((after) => findDueMails(db, now, { held, paced }, after));
  mustAllBeTaken(await eachRow(platform, 'mail', due, (mailId) => jobs.send(db, mailDeliver, { mailId })));
}

async function deliverNoted(platform: Platform, mailId: string): Promise<void> {
  const { db, clock, mail } = platform;
  const noted = await findMail(db, mailId);
  if (!noted || (noted.status !== 'queued' && noted.status !== 'failed')) return;
  if (noted.channel === 'text') {
    const wanted = await isTextWanted(platform, noted);
    if (wanted !== 'yes') {
      if (!isInHand(noted, clock.now())) await settleMail(db, clock.now(), noted, { status: 'suppressed', cause: wanted, notBefore: null });
      return;
    }
  }
  const wanted = await isLetterWanted(db, noted);
  if (wanted === 'no') {
    // Whoever has it in hand at this moment says what became of it.
    if (isInHand(noted, clock.now())) return;
    if (!(await settleMail(db, clock.now(), noted, { status: 'suppressed', cause: 'not-wanted', notBefore: null }))) return;
    return tellCampaign(db, clock.now(), noted, (await hasLeft(db, noted)) ? 'left' : 'suppressed');
  }
  // Of a campaign that is held: it stays, and is asked for again with all that is due.
  if (wanted === 'not-now') return;
  if (noted.kind !== 'campaigns.letter') return mail.deliver(mailId);
  if (isInHand(noted, clock.now())) return;
  if (isInTheDark(noted)) {
    const gaveUp = await settleMail(db, clock.now(), noted, { status: 'failed', cause: 'unknown', notBefore: null });
    return gaveUp ? tellCampaign(db, clock.now(), noted, 'unsure') : undefined;
  }
  try {
    await mail.deliver(mailId);
  } catch (fault) {
    const failed = await findMail(db, mailId);
    const passes = failed !== null && isOutage(fault) && failed.tries < mostTries;
    if (!passes) return tellCampaign(db, clock.now(), noted, 'failed');
    const notBefore = new Date(addMilliseconds(clock.now(), tryAgainMs));
    if (await settleMail(db, clock.now(), failed, { status: 'queued', cause: 'away', notBefore }))
      await tellCampaign(db, clock.now(), { ...failed, notBefore }, 'later');
    return;
  }
  const handed = await findMail(db, mailId);
  if (handed) await tellCampaign(db, clock.now(), handed, becameOf(handed));
}
