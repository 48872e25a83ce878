import { transact } from '#app/platform/database.server.ts';
import { eachRow, everyRow, mustAllBeTaken } from '#app/platform/each-row.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findStaffAccount } from '#app/platform/staff-accounts-store.server.ts';
import type { Letter } from '#app/commerce/messages/letter.ts';
import { mailWords } from '#app/commerce/messages/mail-words.server.ts';
import { postLetter } from '#app/commerce/messages/post-letter.server.ts';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { addDays, dateIn, type CalendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { findChargesAsSystem } from './asset-charges-store.server.ts';
import { assetChargeMail, assetDueMail, assetPaperMail, assetsWatch } from './asset-jobs.server.ts';
import { findPaper, findPaperLines } from './asset-papers-store.server.ts';
import { changeAsset, findAssetsOf, findDueBy, findReminded, recordReminder } from './assets-store.server.ts';
import type { Asset } from './assets.tables.ts';
import { officeZone } from './office-zone.ts';

/** Somebody is reminded so many days before the day, on it, and each week after it. */
const daysBefore = 3;

/** Starts the mails and the morning's look at what is due back. */
export async function workOnAssets(platform: Platform): Promise<void> {
  const { jobs } = platform;
  await jobs.handle(assetPaperMail, ({ paperId }) => mailPaper(platform, paperId));
  await jobs.handle(assetChargeMail, ({ chargeId, template }) => mailCharge(platform, chargeId, template));
  await jobs.handle(assetDueMail, ({ userId, day }) => mailDue(platform, userId, day as CalendarDate));
  await jobs.handle(assetsWatch, () => watchReturns(platform));
  await jobs.schedule(assetsWatch, '0 5 * * *');
}

const reminderId = (userId: string, day: CalendarDate) => `assets-due-${userId}.${day}`;

/** Which days a thing is spoken of: three before it is due, the day itself, and every seventh after it. */
export function isReminderDay(dueBackOn: CalendarDate, today: CalendarDate): boolean {
  const days = Math.round((Date.parse(today) - Date.parse(dueBackOn)) / 86_400_000);
  return days === -daysBefore || (days >= 0 && days % 7 === 0);
}

/** Asks for what is due today or was, and sends each holder one reminder for everything of theirs. */
export async function watchReturns(platform: Platform): Promise<void> {
  const { db, clock, jobs } = platform;
  const now = clock.now();
  const today = dateIn(officeZone, now);
  const holders = new Set<string>();
  const due = everyRow<Asset>((after) => findDueBy(db, addDays(today, daysBefore), after));
  const failed = await eachRow(platform, 'asset', due, async (asset) => {
    if (isReminderDay(asset.dueBackOn!, today)) holders.add(asset.holderId!);
    if (asset.status === 'assigned' && asset.dueBackOn! <= today)
      await transact(db, (tx) =>
        changeAsset(tx, now, { asset, event: 'request-return', to: 'return_requested', actor: 'system', detail: { why: 'due' } }),
      );
  });
  const reminded = await findReminded(
    db,
    [...holders].map((userId) => reminderId(userId, today)),
  );
  for (const userId of holders) {
    if (reminded.has(reminderId(userId, today))) continue;
    await jobs.send(db, assetDueMail, { userId, day: today });
  }
  mustAllBeTaken(failed);
}

async function mailDue(platform: Platform, userId: string, day: CalendarDate): Promise<void> {
  const { db, clock } = platform;
  const id = reminderId(userId, day);
  if ((await findReminded(db, [id])).size > 0) return;
  const due = (await findAssetsOf(db, userId)).filter((one) => one.dueBackOn !== null && one.dueBackOn <= addDays(day, daysBefore));
  if (due.length > 0) {
    await mailColleague(platform, { userId, id, template: 'due', things: due });
  }
  await recordReminder(db, { id, userId, sentAt: new Date(clock.now()) });
}

async function mailPaper(platform: Platform, paperId: string): Promise<void> {
  const { db, clock } = platform;
  const id = `asset-paper-${paperId}`;
  const paper = await findPaper(db, paperId);
  if (paper?.status !== 'pending' || (await findReminded(db, [id])).size > 0) return;
  const things = (await findPaperLines(db, [paperId])).map(({ asset }) => asset);
  await mailColleague(platform, { userId: paper.userId, id, template: 'paper', things });
  await recordReminder(db, { id, userId: paper.userId, sentAt: new Date(clock.now()) });
}

/** Each of the two mails of a charge leaves once. */
async function mailCharge(platform: Platform, chargeId: string, template: 'charge' | 'charge-off'): Promise<void> {
  const { db, crypto, clock, env } = platform;
  const id = `asset-${template}-${chargeId}`;
  const [charge] = await findChargesAsSystem(db, crypto, [chargeId]);
  if (!charge || (await findReminded(db, [id])).size > 0) return;
  const [paper, colleague] = await Promise.all([findPaper(db, charge.paperId), findStaffAccount(db, charge.userId)]);
  if (!paper || !colleague) return;
  const { language } = colleague;
  const t = await mailWords(db, language, 'asset-papers');
  const values = { name: colleague.name, tag: charge.tag, amount: formatMoney(money(charge.amount, 'AED'), language) };
  await postLetter(platform, {
    kind: `assets.${template}`,
    messageId: id,
    to: colleague.email,
    subject: t(`mail.${template}.subject`, values),
    letter: {
      language,
      title: t(`mail.${template}.title`, values),
      paragraphs: [t(`mail.${template}.text`, values)],
      rows: [{ head: charge.tag, under: t(`kind.${charge.kind}`), words: [charge.model, charge.waiver ?? charge.reason].join(' · ') }],
      button: t(`mail.${template}.button`),
      link: `${env.publicUrl}/admin/my-assets`,
      foot: [t('mail.foot')],
    },
  });
  await recordReminder(db, { id, userId: charge.userId, sentAt: new Date(clock.now()) });
}

async function mailColleague(
  platform: Platform,
  mail: {
    readonly userId: string;
    readonly id: string;
    readonly template: 'due' | 'paper';
    readonly things: readonly Asset[];
  },
): Promise<void> {
  const { template, things } = mail;
  const colleague = await findStaffAccount(platform.db, mail.userId);
  if (!colleague) return;
  const { language } = colleague;
  const t = await mailWords(platform.db, language, 'asset-papers');
  const values = { name: colleague.name, n: things.length };
  const letter: Letter = {
    language,
    title: t(`mail.${template}.title`),
    paragraphs: [t(`mail.${template}.text`, values)],
    rows: things.map((asset) => ({
      head: asset.tag,
      under: t(`kind.${asset.kind}`),
      words: [asset.model, asset.dueBackOn && t('mail.dueBack', { day: formatDate(asset.dueBackOn, language) })]
        .filter(Boolean)
        .join(' · '),
    })),
    button: t(`mail.${template}.button`),
    link: `${platform.env.publicUrl}/admin/my-assets`,
    foot: [t('mail.foot')],
  };
  await postLetter(platform, {
    kind: `assets.${template}`,
    messageId: mail.id,
    to: colleague.email,
    subject: t(`mail.${template}.subject`, values),
    letter,
  });
}
