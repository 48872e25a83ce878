import { followApproval } from '#app/platform/approvals.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import { findMail, findMailHours, insertMail, keptBackRow, settleMail } from '#app/platform/mail-log-store.server.ts';
import { msUntilAwake, type MailHours } from '#app/platform/mail-rules.ts';
import { eachRow, everyRow, mustAllBeTaken, stepMs } from '#app/platform/each-row.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import { addMilliseconds, type Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import type { Letter } from '../messages/letter.ts';
import { concernOf } from '../messages/mail-kinds.ts';
import { inLanguage, postLetter } from '../messages/post-letter.server.ts';
import { becameOf, isInHand, isInTheDark, letterOf } from '../messages/wanted-letters.server.ts';
import { emailOf, findReader, findUnmatched, matchReader } from '../newsletter/newsletter-store.server.ts';
import { readerToken } from '../newsletter/reader-link.server.ts';
import { countAudience, findAudience, isLeftOutNow } from './audience-store.server.ts';
import { isOutage, lettersAtOnce, longestBatchMs, mostTries } from './campaign-rules.ts';
import { readLetterLimits } from './letter-limits.server.ts';
import {
  addLetters,
  changeCampaign,
  claimPiece,
  findCampaign,
  findCampaignsToSend,
  findDueCampaigns,
  findWaiting,
  isUnderWay,
  noteLetter,
  releasePiece,
} from './campaigns-store.server.ts';
import type { Campaign, CampaignWords } from './campaigns.tables.ts';

/** In whose night letters wait. */
export const campaignZone = 'Asia/Dubai';
/** So many readers from before are read at a time, to tell by which fingerprint records of customers know them. */
const matchedAtOnce = 500;

const campaignWatch = jobKind<Record<string, never>>('campaign.watch', 3);
export const campaignBatch = jobKind<{ readonly campaignId: string }>('campaign.batch', 8, true);

/** Starts campaigns at their hour and sends them, piece by piece. */
export async function workOnCampaigns(platform: Platform): Promise<void> {
  const { jobs } = platform;
  await jobs.handle(campaignBatch, ({ campaignId }) => sendBatch(platform, campaignId));
  await jobs.handle(campaignWatch, () => watchCampaigns(platform));
  await jobs.schedule(campaignWatch, '* * * * *');
}

/**
 * Starts what is due with the readers of that moment, and keeps what is under way going: a piece of each a minute,
 * which is also its pace. In the quiet hours nothing is asked for: letters wait where they are, and go on at the same pace.
 */
export async function watchCampaigns(platform: Platform): Promise<void> {
  const { db, crypto, clock, jobs } = platform;
  const now = clock.now();
  const unread = everyRow<string>((after) => findUnmatched(db, after, matchedAtOnce));
  const unmatched = await eachRow(platform, 'reader', unread, (id) => matchReader(db, crypto, id), stepMs);
  const unbegun = await eachRow(platform, 'campaign', await findDueCampaigns(db, now), (campaign) =>
    transact(db, async (tx) => {
      // The smaller of what was allowed then and what is now.
      const alone = campaign.aloneUpTo === null ? null : Math.min(campaign.aloneUpTo, (await readLetterLimits(tx)).alone);
      if (alone !== null && (await countAudience(tx, crypto, campaign)).all > alone) return holdBack(tx, now, campaign);
      if (!(await changeCampaign(tx, now, campaign, { status: 'sending' }))) return;
      await addLetters(tx, now, campaign.id, await findAudience(tx, crypto, campaign));
      await audit(tx, now, { actor: 'system', action: 'campaign.started', subject: `campaigns:${campaign.id}` });
    }),
  );
  for (const campaignId of await findCampaignsToSend(db, now, isQuiet(await findMailHours(db), now)))
    await jobs.send(db, campaignBatch, { campaignId });
  mustAllBeTaken(unbegun + unmatched);
}

/** Whether letters wait now. */
export const isQuiet = (hours: MailHours, now: Instant) => msUntilAwake(hours, campaignZone, now) > 0;

/** There are more readers by now than its writer may write to alone: a second person is asked before it leaves. */
async function holdBack(tx: Tx, now: Instant, campaign: Campaign): Promise<void> {
  if (!(await changeCampaign(tx, now, campaign, { status: 'in_review', aloneUpTo: null }))) return;
  const subject = `campaigns:${campaign.id}`;
  await audit(tx, now, { actor: 'system', action: 'campaign.held-back', subject });
  // Asked for by whoever wrote it, who is the one that may not answer.
  const approval = { kind: 'campaign', subject, detail: { campaign: campaign.name } };
  await followApproval(tx, now, approval, { waits: true, by: `staff:${campaign.writtenBy}` });
}

/**
 * One piece of a campaign, by whoever claims its minute. A letter that left before a crash is known by its id and is not sent
 * again; nor is one of which nobody knows whether it left. One that cannot be taken up fails and keeps no others back. A piece
 * that comes to nothing is tried again by the queue, which tells a colleague when it gives up.
 */
export async function sendBatch(platform: Platform, campaignId: string): Promise<void> {
  const { db, clock } = platform;
  const claimedAt = clock.now();
  if (!(await claimPiece(db, claimedAt, campaignId))) return;
  try {
    await sendPiece(platform, campaignId);
  } catch (fault) {
    await releasePiece(db, claimedAt, campaignId);
    throw fault;
  }
}

async function sendPiece(platform: Platform, campaignId: string): Promise<void> {
  const { db, clock, log } = platform;
  const until = addMilliseconds(clock.now(), longestBatchMs);
  const hours = await findMailHours(db);
  for (const readerId of isQuiet(hours, clock.now()) ? [] : await findWaiting(db, clock.now(), campaignId, lettersAtOnce)) {
    // Beyond its lease the queue gives the piece to somebody else; the next minute goes on, or the morning.
    if (clock.now() > until || isQuiet(hours, clock.now())) break;
    // Held, or called off, meanwhile.
    const campaign = await findCampaign(db, campaignId);
    if (campaign?.status !== 'sending') break;
    try {
      if ((await sendLetter(platform, campaign, readerId)) === 'outage') break;
    } catch (fault) {
      log.error({ fault: (fault as Error).message, reader: readerId }, 'letter not taken up');
      const mail = await findMail(db, `${letterOf(campaignId)}${readerId}`);
      if (!mail) await logUnsent(platform, campaign, { readerId, to: null }, { status: 'failed', cause: 'unknown' });
      await noteLetter(db, clock.now(), { campaignId, readerId }, mail?.status === 'sent' ? 'sent' : 'failed');
    }
  }
  const campaign = await findCampaign(db, campaignId);
  // What was put off is still to come: until then the campaign can be held and stopped.
  if (campaign?.status !== 'sending' || (await isUnderWay(db, campaignId))) return;
  await transact(db, async (tx) => {
    const now = clock.now();
    if (!(await changeCampaign(tx, now, campaign, { status: 'sent', finishedAt: new Date(now) }))) return;
    await audit(tx, now, { actor: 'system', action: 'campaign.sent', subject: `campaigns:${campaignId}` });
  });
}

/** Hands one letter over, or notes why not. `outage`: what would meet every letter now, which waits for the next piece. */
async function sendLetter(platform: Platform, campaign: Campaign, readerId: string): Promise<'outage' | 'done'> {
  const { db, crypto, clock, secret } = platform;
  const campaignId = campaign.id;
  const letter = { campaignId, readerId };
  const messageId = `${letterOf(campaignId)}${readerId}`;
  const reader = await findReader(db, readerId);
  const language = reader && (await languageOfMail(db, reader.language));
  const words = language && campaign.words[language];
  const before = await findMail(db, messageId);
  if (before && isInHand(before, clock.now())) return 'done';
  // They may read in another language by now, or about other things, or be kept out.
  const out = reader?.status !== 'reading' ? 'left' : !words || (await isLeftOutNow(db, campaign, readerId)) ? 'suppressed' : null;
  if (out || !reader || !words) {
    // What was put off before lies in the log as well, and is none to be sent any more.
    if (before && !isInTheDark(before))
      await settleMail(db, clock.now(), before, { status: 'suppressed', cause: 'not-wanted', notBefore: null });
    // Whoever has left is not written down once more.
    const to = reader?.status === 'reading' ? emailOf(crypto, reader) : null;
    if (!before) await logUnsent(platform, campaign, { readerId, to }, { status: 'suppressed', cause: 'not-wanted' });
    await noteLetter(db, clock.now(), letter, out ?? 'suppressed');
    return 'done';
  }
  if (before && isInTheDark(before)) {
    await noteLetter(db, clock.now(), letter, 'unsure');
    return 'done';
  }
  const keep = readerToken(secret, reader.id, { purpose: 'keep' });
  try {
    await post(platform, { campaign, words, language, to: emailOf(crypto, reader), messageId, keep });
  } catch (fault) {
    const passes = isOutage(fault) && ((await findMail(db, messageId))?.tries ?? mostTries) < mostTries;
    // The log says why. What would meet every letter now waits for the next piece, behind those that were not tried.
    const answered = (fault as { responseCode?: number }).responseCode !== undefined;
    // Of a campaign that is over meanwhile nothing goes on by itself: staff see it, and can try it again.
    const over = (await findCampaign(db, campaignId))?.status === 'sent';
    await noteLetter(db, clock.now(), letter, passes && !over ? 'waiting' : 'failed', { answered });
    return passes ? 'outage' : 'done';
  }
  const handed = await findMail(db, messageId);
  await noteLetter(db, clock.now(), letter, handed ? becameOf(handed) : 'sent', {
    notBefore: handed?.status === 'queued' ? handed.notBefore : null,
  });
  return 'done';
}

/** Notes in the log of mails a letter that was never handed over: it holds every letter of a campaign. */
async function logUnsent(
  { db, crypto, clock }: Platform,
  campaign: Campaign,
  { readerId, to }: { readonly readerId: string; readonly to: string | null },
  standing: { readonly status: 'failed' | 'suppressed'; readonly cause: string },
): Promise<void> {
  const reader = await findReader(db, readerId);
  const kind = 'campaigns.letter';
  const language = reader?.language ?? campaign.languages[0] ?? 'en';
  const mail = { messageId: `${letterOf(campaign.id)}${readerId}`, kind, concern: concernOf(kind), language, to } as const;
  await insertMail(db, keptBackRow(crypto, clock.now(), mail, standing));
}

/** One letter of a campaign in the words of a language; `keep` is what takes its reader off the list, null for a try. */
async function post(
  platform: Platform,
  ask: {
    readonly campaign: Campaign;
    readonly words: CampaignWords;
    readonly language: LanguageCode;
    readonly to: string;
    readonly messageId: string;
    readonly keep: string | null;
  },
): Promise<void> {
  const { env } = platform;
  // Names the letter, so that its results say how many left by it.
  const out = ask.keep ? `${env.publicUrl}/newsletter/leave/${ask.keep}?letter=${ask.campaign.id}` : null;
  await postLetter(platform, {
    kind: ask.keep ? 'campaigns.letter' : 'campaigns.try',
    messageId: ask.messageId,
    to: ask.to,
    subject: ask.words.subject,
    letter: campaignLetter(ask.campaign, ask.words, ask.language, env.publicUrl, out),
    oneClickLeave: out ?? undefined,
  });
}

export function campaignLetter(
  campaign: Pick<Campaign, 'page'>,
  words: CampaignWords,
  language: LanguageCode,
  home: string,
  out: string | null,
): Letter {
  const t = textsFor(language).of('newsletter-mails');
  return {
    language,
    title: words.title,
    paragraphs: words.text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== ''),
    rows: [],
    button: words.button,
    link: home + campaign.page,
    foot: [`${t('foot.leave')} ${inLanguage(language, out ?? home)}`],
  };
}

/** A try of a campaign to one of ours, in each language that is written. */
export async function sendTry(platform: Platform, campaign: Campaign, to: string): Promise<number> {
  const written = Object.entries(campaign.words) as [LanguageCode, CampaignWords][];
  for (const [language, words] of written) {
    const messageId = `campaign-try-${campaign.id}.${campaign.version}.${language}.${Math.floor(platform.clock.now() / 60_000)}`;
    await post(platform, { campaign, words: { ...words, subject: `[Test] ${words.subject}` }, language, to, messageId, keep: null });
  }
  return written.length;
}
