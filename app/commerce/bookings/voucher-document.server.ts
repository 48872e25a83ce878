import { toSVG } from 'bwip-js/node';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import { readPaperBrand } from '#app/platform/branding.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { typeset } from '#app/platform/typesetting.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Booking } from './bookings.tables.ts';
import template from './voucher-document.typ?raw';
import { signVoucher } from './voucher-code.server.ts';

export interface VoucherPaper {
  readonly language: LanguageCode;
  readonly title: string;
  /** Of the order. */
  readonly reference: string;
  /** Dates, rooms, time slot: in words. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly travellers: readonly string[];
}

/** The voucher of a booking as PDF. Its code is signed, so that an operator can judge it without a network. */
export async function setVoucher(
  platform: Pick<Platform, 'db' | 'files'> & { readonly crypto: Pick<FieldCrypto, 'blindIndex'> },
  booking: Pick<Booking, 'kind' | 'item' | 'startsLocal' | 'places' | 'operator'> & { readonly voucher: string },
  paper: VoucherPaper,
): Promise<Buffer> {
  const t = textsFor(paper.language).of('bookings');
  const headline = textsFor(paper.language).of('documents')('headline');
  const { voucher, kind, item, places } = booking;
  const code = signVoucher(platform.crypto, { voucher, kind, item, places, startsOn: booking.startsLocal.slice(0, 10) as CalendarDate });
  return typeset(template, {
    brand: await readPaperBrand(platform),
    language: paper.language,
    rtl: paper.language === 'ar',
    title: `${t('voucher.heading')} ${voucher}`,
    headline,
    footer: t('voucher.footer', { reference: paper.reference }),
    heading: t('voucher.heading'),
    item: paper.title,
    voucher,
    facts: [
      ...paper.facts,
      { label: t('voucher.places'), value: String(places) },
      { label: t('voucher.operator'), value: booking.operator },
      { label: t('voucher.order'), value: paper.reference },
    ],
    travellers: paper.travellers,
    words: { number: t('voucher.number'), travellers: t('voucher.travellers'), show: t('voucher.show'), note: t('voucher.note') },
    code: toSVG({ bcid: 'qrcode', text: code }),
  });
}
