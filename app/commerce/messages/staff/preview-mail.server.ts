import type { Platform } from '#app/platform/platform.server.ts';
import { textsWith } from '#app/ui/catalogues.server.ts';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { addMilliseconds, dateIn, dayMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findByReference } from '../../orders/orders-store.server.ts';
import type { ProductCounters } from '../../product-counter.ts';
import { composeMessage, trackAddress } from '../deliver-messages.server.ts';
import { letterHtml, letterText, type Letter, type LetterBrand } from '../letter.ts';
import { familyOf, keysOf, type MailKind } from '../mail-kinds.ts';
import { orderTemplates } from '../message-jobs.server.ts';
import { inLanguage, letterBrand } from '../post-letter.server.ts';
import { textKeyOf, textKinds } from '../text-kinds.ts';

export interface MailPreview {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** What the text beside it says; null where none goes. */
  readonly phone: string | null;
  /** Reference of the order it was drawn for; null for the sample. */
  readonly of: string | null;
}

/** A mail of this kind in these words: for a real order where its reference is given and known, else with sample values. */
export async function previewMail(
  platform: Platform,
  counters: ProductCounters,
  ask: {
    readonly kind: MailKind;
    readonly language: LanguageCode;
    readonly words: Readonly<Record<string, string>>;
    readonly reference: string;
  },
): Promise<MailPreview> {
  const { kind, language } = ask;
  const template = orderTemplates.find((one) => kind === `orders.${one}`);
  const order = template && ask.reference ? await findByReference(platform.db, ask.reference) : null;
  const t = textsWith(language, familyOf(kind).catalogue, ask.words);
  const phone = (reference: string, link: string) =>
    textKinds[kind] ? t(textKeyOf(kind), { reference, link: inLanguage(language, link) }) : null;
  if (template && order) {
    // The key of the real mail opens the order to whoever holds it, so a preview leads there without one.
    const link = trackAddress(platform, order);
    const { subject, letter } = await composeMessage(platform, counters, { order, template, language, link, attachments: 0 }, t);
    return drawn(await letterBrand(platform), subject, letter, order.reference, phone(order.reference, link));
  }
  const now = platform.clock.now();
  const day = (days: number) => formatDate(dateIn('Asia/Dubai', addMilliseconds(now, days * dayMs)), language, 'long');
  const amount = (fils: number) => formatMoney(money(fils, 'AED'), language);
  const arabic = language === 'ar';
  const values: Record<string, string | number> = {
    reference: '7K2M9-4QX3D',
    order: arabic ? 'دبي – لندن' : 'Dubai – London',
    from: arabic ? 'دبي' : 'Dubai',
    to: arabic ? 'لندن' : 'London',
    name: 'Mariam Farouk',
    who: 'Mariam Farouk',
    email: 'mariam@example.com',
    company: 'Wadi House',
    country: arabic ? 'تركيا' : 'Türkiye',
    city: arabic ? 'دبي' : 'Dubai',
    authority: 'ICP',
    title: arabic ? 'أسبوع في كابادوكيا' : 'A week in Cappadocia',
    subject: arabic ? 'دبي – لندن' : 'Dubai – London',
    tour: arabic ? 'أسبوع في كابادوكيا' : 'A week in Cappadocia',
    total: amount(341_000),
    paid: amount(341_000),
    charged: amount(341_000),
    price: amount(128_500),
    below: amount(135_000),
    refund: amount(120_000),
    released: amount(84_000),
    due: amount(170_500),
    amount: amount(341_000),
    time: '18:40',
    limit: `${day(1)}, 18:40`,
    there: '',
    date: day(12),
    dueDate: day(20),
    moment: `${day(12)}, 09:30`,
    offered: `${day(13)}, 09:30`,
    by: day(2),
    enterBy: day(40),
    entered: day(-10),
    until: day(20),
    number: 'INV-2026-000241',
    corrects: 'INV-2026-000198',
    code: '482 915',
    count: 2,
    tracking: '73 114 882',
    voucher: 'V-7K2M9',
    item: arabic ? 'رحلة في الصحراء' : 'An evening in the dunes',
  };
  const keys = keysOf(kind, Object.keys(ask.words));
  // The most general wording: a product's own has more before its last part.
  const of = (part: string) =>
    keys.filter((key) => key === part || key.endsWith(`.${part}`)).toSorted((one, other) => one.length - other.length)[0];
  const say = (part: string) => (of(part) ? t(of(part)!, values) : '');
  const title = say('title') || say('subject');
  const letter: Letter = {
    language,
    title,
    paragraphs: ['text', 'note', 'promise'].map(say).filter((words) => words !== ''),
    rows: [],
    button: say('button') || 'Rihla',
    link: platform.env.publicUrl,
    foot: [],
  };
  const { reference } = values;
  const way = `${platform.env.publicUrl}/track?order=${reference}`;
  return drawn(await letterBrand(platform), say('subject') || title, letter, null, phone(String(reference), way));
}

function drawn(brand: LetterBrand, subject: string, letter: Letter, of: string | null, phone: string | null): MailPreview {
  const own = { ...letter, link: letter.link && inLanguage(letter.language, letter.link) };
  return { subject, html: letterHtml(own, brand), text: letterText(own), phone, of };
}
