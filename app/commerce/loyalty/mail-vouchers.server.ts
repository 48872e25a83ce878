import { findAccount } from '#app/platform/account-store.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import { comma, formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import type { Translate } from '#app/ui/translate.ts';
import { money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Letter } from '../messages/letter.ts';
import { mailWords } from '../messages/mail-words.server.ts';
import { postLetter } from '../messages/post-letter.server.ts';
import type { Voucher } from './loyalty.tables.ts';
import { findMember, recordLoyaltyMail, wasLoyaltyMailed } from './points-store.server.ts';
import { findVoucher } from './vouchers-store.server.ts';

export type VoucherMailKind = 'given' | 'ending' | 'withdrawn';

/** What a member hears of a voucher; each once. */
export const voucherMail = jobKind<{ readonly voucherId: string; readonly kind: VoucherMailKind }>('loyalty.voucher-mail');

export const voucherMailId = (voucherId: string, kind: VoucherMailKind) => `voucher-${kind}-${voucherId}`;

/** A voucher in rows: what it is worth, for what, from which amount on, until when, and its code. */
function rowsOf(voucher: Voucher, t: Translate, language: LanguageCode): Letter['rows'] {
  const aed = (fils: number) => formatMoney(money(fils, 'AED'), language);
  const worth =
    voucher.amount === null
      ? t('voucher.share', { percent: formatNumber((voucher.basisPoints ?? 0) / 100, language), most: aed(voucher.most) })
      : t('voucher.upTo', { amount: aed(voucher.amount) });
  const kinds = voucher.kinds.map((kind) => t(`voucher.kind.${kind}`)).join(comma(language));
  return [
    { head: t('voucher.worth'), words: worth },
    { head: t('voucher.for'), words: kinds || t('voucher.all') },
    ...(voucher.least > 0 ? [{ head: t('voucher.least'), words: aed(voucher.least) }] : []),
    { head: t('voucher.until'), words: formatDate(voucher.validUntil, language, 'long') },
    { head: t('voucher.code'), words: voucher.code },
  ];
}

export async function mailVoucher(platform: Platform, voucherId: string, kind: VoucherMailKind): Promise<void> {
  const { db, clock, env } = platform;
  const messageId = voucherMailId(voucherId, kind);
  if (await wasLoyaltyMailed(db, messageId)) return;
  const voucher = await findVoucher(db, voucherId);
  if (!voucher || voucher.status !== (kind === 'withdrawn' ? 'withdrawn' : 'live')) return;
  const [member, person] = await Promise.all([findMember(db, voucher.userId), findAccount(db, voucher.userId)]);
  if (!member || !person) return;
  const language = await languageOfMail(db, member.language);
  const t = await mailWords(db, language, 'loyalty-mails');
  const values = { date: formatDate(voucher.validUntil, language, 'long'), code: voucher.code };
  const letter: Letter = {
    language,
    title: t(`voucher.${kind}.title`),
    paragraphs: [
      kind === 'given' ? t(`voucher.given.text.${voucher.occasion}`) : t(`voucher.${kind}.text`, values),
      ...(kind === 'withdrawn' ? [] : [t('voucher.how'), t('voucher.takes')]),
    ],
    rows: rowsOf(voucher, t, language),
    button: t('voucher.button'),
    link: `${env.publicUrl}/account/loyalty#vouchers`,
    foot: [t('voucher.foot')],
  };
  const subject = t(`voucher.${kind}.subject`, values);
  await postLetter(platform, { kind: `vouchers.${kind}`, messageId, to: person.email, subject, letter });
  await recordLoyaltyMail(db, messageId, voucher.userId, clock.now());
}
