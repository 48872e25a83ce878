import { findAccount } from '#app/platform/account-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { eachRow, everyRow, mustAllBeTaken } from '#app/platform/each-row.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { addDays, dateIn } from '#app/values/dates.ts';
import type { Letter } from '../messages/letter.ts';
import { mailWords } from '../messages/mail-words.server.ts';
import { postLetter } from '../messages/post-letter.server.ts';
import { postings } from './points-postings.ts';
import { noticeDays } from './points-rules.ts';
import {
  findEndedLots,
  findEndingLots,
  findMember,
  lockLot,
  lockMember,
  postPoints,
  recordLoyaltyMail,
  takeFromLot,
  wasLoyaltyMailed,
} from './points-store.server.ts';
import { endVouchers } from './end-vouchers.server.ts';
import { mailVoucher, voucherMail } from './mail-vouchers.server.ts';
import { isLoyaltyOn, reckonPoints, renewTiers } from './reckon-points.server.ts';
import { voucherBatchWork, workOnBatch } from './work-on-voucher-batch.server.ts';

const pointsReckon = jobKind<Record<string, never>>('loyalty.reckon', 1);
const pointsEnd = jobKind<Record<string, never>>('loyalty.end', 1);
/** Notice of points that end on a day. */
const pointsNotice = jobKind<{ readonly userId: string; readonly expiresOn: string; readonly points: number }>('loyalty.notice');

const vouchersEnd = jobKind<Record<string, never>>('loyalty.vouchers-end', 1);

const mostAtOnce = 1_000;

/** Starts what the programme does by itself: earning, ending, notices. */
export async function workOnLoyalty(platform: Platform): Promise<void> {
  const { jobs } = platform;
  await jobs.handle(pointsReckon, async () => void (await reckonPoints(platform)));
  await jobs.handle(pointsEnd, () => endPoints(platform));
  await jobs.handle(pointsNotice, ({ userId, expiresOn, points }) => mailNotice(platform, userId, expiresOn, points));
  await jobs.handle(vouchersEnd, () => endVouchers(platform));
  await jobs.handle(voucherBatchWork, ({ batchId }) => workOnBatch(platform, batchId));
  await jobs.handle(voucherMail, ({ voucherId, kind }) => mailVoucher(platform, voucherId, kind));
  await jobs.schedule(vouchersEnd, '50 1 * * *');
  await jobs.schedule(pointsReckon, '*/15 * * * *');
  await jobs.schedule(pointsEnd, '40 1 * * *');
}

/**
 * While the programme is on: points past their day end, tiers are gone by anew, and members hear of what ends soon. A member
 * for whom that cannot be done keeps no other from it.
 */
export async function endPoints(platform: Platform): Promise<void> {
  const { db, clock, jobs } = platform;
  if (!(await isLoyaltyOn(platform))) return;
  const now = clock.now();
  const today = dateIn('Asia/Dubai', now);
  const ended = everyRow<{ id: string; userId: string; transferId: number }>((after) => findEndedLots(db, today, after, mostAtOnce));
  let failed = await eachRow(platform, 'lot', ended, ({ userId, transferId }) =>
    transact(db, async (tx) => {
      const member = await lockMember(tx, userId);
      const lot = await lockLot(tx, transferId);
      if (!member || !lot || lot.remaining === 0 || member.heldAt !== null) return;
      const entries = postings.expire(lot.remaining);
      await postPoints(tx, now, { key: `expire:${transferId}`, kind: 'expire', userId, orderId: null, entries });
      await takeFromLot(tx, transferId, lot.remaining);
      await audit(tx, now, {
        actor: 'system',
        action: 'loyalty.expired',
        subject: `loyalty_members:${userId}`,
        detail: { points: lot.remaining },
      });
    }),
  );
  failed += await renewTiers(platform);
  for (const lot of await findEndingLots(db, today, addDays(today, noticeDays)))
    if (!(await wasLoyaltyMailed(db, noticeId(lot.userId, lot.expiresOn)))) await jobs.send(db, pointsNotice, lot);
  mustAllBeTaken(failed);
}

const noticeId = (userId: string, expiresOn: string) => `points-end-${userId}-${expiresOn}`;

async function mailNotice(platform: Platform, userId: string, expiresOn: string, points: number): Promise<void> {
  const { db, clock, env } = platform;
  const messageId = noticeId(userId, expiresOn);
  if (await wasLoyaltyMailed(db, messageId)) return;
  const [member, person] = await Promise.all([findMember(db, userId), findAccount(db, userId)]);
  if (!member || !person) return;
  const language = await languageOfMail(db, member.language);
  const t = await mailWords(db, language, 'loyalty-mails');
  const values = { points: formatNumber(points, language), date: formatDate(expiresOn, language, 'long'), count: points };
  const letter: Letter = {
    language,
    title: t('ending.title'),
    paragraphs: [t('ending.text', values), t('ending.how')],
    rows: [],
    button: t('ending.button'),
    link: `${env.publicUrl}/account/loyalty`,
    foot: [t('ending.foot')],
  };
  await postLetter(platform, { kind: 'points.ending', messageId, to: person.email, subject: t('ending.subject', values), letter });
  await recordLoyaltyMail(db, messageId, userId, clock.now());
}
