import { describe, expect, it } from 'vitest';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { money } from '#app/values/money.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import type { OrderDescription } from '../orders/order-description.ts';
import type { WayPaid } from '../payments/way-paid.ts';
import type { OrderTemplate } from './message-jobs.server.ts';
import { letterHtml, letterText } from './letter.ts';
import { writeMessage } from './write-message.ts';

const description = { title: 'Dubai to London', fromCity: 'Dubai', toCity: 'London', slices: [], parts: [] } as unknown as OrderDescription;
const total = money(200_000, 'AED');
const letterOf = (template: OrderTemplate, way: WayPaid, language: LanguageCode = 'en', of: OrderDescription = description) =>
  writeMessage(
    {
      kind: 'flight',
      template,
      language,
      reference: '7K2M9-4QX3D',
      description: of,
      total,
      heldUntil: null,
      limit: null,
      refund: null,
      credited: null,
      paid: total,
      open: money(0, 'AED'),
      due: null,
      way,
      link: 'https://rihla.example/track',
      attachments: 0,
    },
    textsFor(language).of('mails'),
  ).letter;
const written = (...asked: Parameters<typeof letterOf>) => letterOf(...asked).paragraphs[0]!;

it('say of a booking that is paid in parts what is due next, and by when', () => {
  const facts = {
    kind: 'holiday',
    template: 'order-confirmed',
    reference: '7K2M9-4QX3D',
    description,
    total,
    paid: money(40_000, 'AED'),
    open: money(160_000, 'AED'),
  } as const;
  const rest = { heldUntil: null, limit: null, refund: null, credited: null, link: 'https://rihla.example/track', attachments: 0 };
  const of = (due: { amount: typeof total; by: string | null } | null, language: LanguageCode = 'en') =>
    writeMessage({ ...facts, ...rest, language, due }, textsFor(language).of('mails'))
      .letter.paragraphs.join('\n')
      .replaceAll('\u00a0', ' ');
  expect(of({ amount: money(160_000, 'AED'), by: '2027-01-30' })).toContain('AED 1,600.00 by Saturday 30 January 2027');
  expect(of(null)).not.toContain('Still to pay');
  for (const language of languageCodes) expect(of({ amount: money(160_000, 'AED'), by: '2027-01-30' }, language)).not.toContain('{{');
});

it('say what an exchange of flights cost or brings back, in every language, and nothing of it anywhere else', () => {
  const rest = {
    heldUntil: null,
    limit: null,
    refund: null,
    credited: null,
    due: null,
    link: 'https://rihla.example/track',
    attachments: 0,
  };
  const facts = { kind: 'flight', template: 'flights-changed', reference: '7K2M9-4QX3D', description, total, paid: total } as const;
  const of = (minor: number, language: LanguageCode = 'en') =>
    writeMessage({ ...facts, ...rest, open: money(0, 'AED'), language, changedBy: money(minor, 'AED') }, textsFor(language).of('mails'))
      .letter.paragraphs.join('\n')
      .replaceAll('\u00a0', ' ');
  expect(of(226_996)).toContain('AED 2,269.96 was charged for the change');
  expect(of(-30_123)).toContain('AED 301.23 goes back the way you paid');
  expect(of(0)).toContain('cost you nothing');
  for (const language of languageCodes) expect(of(226_996, language)).toMatch(/2[.,]269[.,]96/);
  expect(letterOf('order-ticketed', 'card').paragraphs.join()).not.toContain('for the change');
});

describe('what credit paid is not said to be charged', () => {
  const facts = {
    reference: '7K2M9-4QX3D',
    description,
    total,
    heldUntil: null,
    limit: null,
    refund: null,
    credited: null,
    paid: total,
    open: money(0, 'AED'),
    due: null,
    link: 'https://rihla.example/track',
    attachments: 0,
  } as const;
  const mails = [
    ['flight', 'order-ticketed'],
    ['evisa', 'order-accepted'],
    ['assisted-visa', 'order-accepted'],
    ['tailor-made', 'order-accepted'],
    ['holiday', 'order-confirmed'],
    ['experience', 'order-confirmed'],
    ['staycation', 'order-confirmed'],
  ] as const;
  const said = (kind: (typeof mails)[number][0], template: OrderTemplate, credit: number, language: LanguageCode = 'en') =>
    writeMessage({ ...facts, kind, template, language, byCredit: money(credit, 'AED') }, textsFor(language).of('mails'))
      .letter.paragraphs.join('\n')
      .replaceAll('\u00a0', ' ');

  it.each(mails)('of %s, %s: all of it, a part, nothing', (kind, template) => {
    const all = said(kind, template, total.amount);
    expect(all).toContain('Your credit with us paid AED 2,000.00; no card was charged');
    expect(all).not.toContain('2,000.00 was charged');
    const part = said(kind, template, 150_000);
    expect(part).toContain('AED 500.00 was charged');
    expect(part).toContain('Your credit with us paid the other AED 1,500.00.');
    expect(said(kind, template, 0)).toContain('AED 2,000.00 was charged');
    for (const language of languageCodes) expect(said(kind, template, total.amount, language), language).not.toMatch(/\{\{|byCredit/);
  });
});

describe('the words of money that goes back', () => {
  const facts = {
    kind: 'flight',
    reference: '7K2M9-4QX3D',
    description,
    total,
    heldUntil: null,
    limit: null,
    refund: money(50_000, 'AED'),
    credited: null,
    paid: total,
    open: money(0, 'AED'),
    due: null,
    link: 'https://rihla.example/track',
    attachments: 0,
  } as const;
  const letter = (template: OrderTemplate, more: object, language: LanguageCode = 'en') => {
    const { title, paragraphs } = writeMessage({ ...facts, template, language, ...more }, textsFor(language).of('mails')).letter;
    return [title, ...paragraphs].join('\n').replaceAll('\u00a0', ' ');
  };

  it('say that a booking stands only while it does', () => {
    expect(letter('order-part-refunded', {})).toContain('Your booking stands as it is.');
    expect(letter('order-part-refunded', { over: true })).not.toContain('stands');
    for (const language of languageCodes) {
      const stands = textsFor(language).of('mails')('standsAsIs');
      expect(letter('order-part-refunded', {}, language)).toContain(stands);
      expect(letter('order-part-refunded', { over: true }, language)).not.toContain(stands);
    }
  });

  it('name the transfer beside the card, and no bank that has confirmed what a transfer brings', () => {
    const both = { toCards: [{ amount: money(20_000, 'AED'), ending: null }], byTransfer: money(30_000, 'AED') };
    const cancelled = letter('order-cancelled', { ...both, back: { to: 'bank', amount: money(50_000, 'AED'), by: '2026-12-14' } });
    expect(cancelled).toContain(
      'It goes back the way it came: AED 200.00 to the card you paid with, AED 300.00 by bank transfer to the account it came from, sent by our finance.',
    );
    expect(cancelled).not.toContain('more than one card');
    const back = letter('order-refunded', both);
    expect(back).toContain('AED 300.00 by bank transfer to the account it came from.');
    expect(back).toContain('We have returned AED 500.00.');
    expect(back).not.toContain('Your bank has confirmed');
    for (const language of languageCodes) expect(letter('order-refunded', both, language), language).not.toMatch(/\{\{|toWays|transferred/);
  });

  it('promise no statement of a bank to whoever pays in four', () => {
    const back = { to: 'bank', amount: money(50_000, 'AED'), by: '2026-12-14' };
    for (const language of languageCodes)
      for (const template of ['order-refunded', 'order-part-refunded', 'order-cancelled'] as const) {
        const words = letter(template, { inFour: true, way: 'four', back: template === 'order-cancelled' ? back : undefined }, language);
        expect(words, `${language} ${template}`).not.toMatch(/statement|extract?o|كشف|{{/);
        expect(words, `${language} ${template}`).toContain('500');
      }
    expect(letter('order-refunded', { inFour: true, way: 'four' })).toContain('AED 500.00 is taken off your four parts');
    expect(letter('order-refunded', { way: 'card' })).toContain('Your bank has confirmed our refund of AED 500.00.');
  });
});

it('say until when the price of kept flights stands, where that is sooner', () => {
  const until = { day: '2026-12-01', time: '22:19' };
  const of = (more: object) =>
    writeMessage(
      {
        kind: 'flight',
        template: 'order-kept',
        language: 'en',
        reference: '7K2M9-4QX3D',
        description,
        total,
        heldUntil: '22:20',
        limit: { dubai: '2026-12-02', there: null },
        refund: null,
        credited: null,
        paid: total,
        open: total,
        due: null,
        link: 'https://rihla.example/track',
        attachments: 0,
        ...more,
      } as Parameters<typeof writeMessage>[0],
      textsFor('en').of('mails'),
    ).letter.paragraphs.join('\n');
  expect(of({ priceUntil: until })).toContain('The price stands until Tue 1 Dec, 22:19 Dubai time.');
  expect(of({})).not.toContain('The price stands');
});

describe('the words of a payment that is looked at', () => {
  it('speak of a card where there is one, of both where there are two, and of none where none was used', () => {
    expect(written('order-on-hold', 'card')).toContain('reserved on your card');
    expect(written('order-on-hold', 'two-cards')).toContain('reserved on your two cards');
    expect(written('order-on-hold', 'four')).toMatch(/^Your four parts of AED.2,000\.00 are agreed with the provider/);
    expect(written('order-on-hold', 'both')).toContain('your credit with us is put aside');
    expect(written('order-on-hold', 'credit')).toContain('of your credit with us is put aside');
    for (const way of ['four', 'credit'] as const)
      for (const template of ['order-on-hold', 'order-evidence'] as const)
        expect(written(template, way).replace('a card number or a code', ''), `${template} ${way}`).not.toMatch(/\bcards?\b/);
  });

  it('ask whose card it is, or who pays', () => {
    expect(written('order-evidence', 'card')).toContain('tell us whose card it is');
    expect(written('order-evidence', 'both')).toContain('tell us whose card it is');
    expect(written('order-evidence', 'two-cards')).toContain('whose cards they are');
    expect(written('order-evidence', 'four')).toContain('who pays the four parts');
  });

  it('have every value that they name, in every language', () => {
    for (const language of languageCodes)
      for (const way of ['card', 'two-cards', 'four', 'both', 'credit'] as const)
        for (const template of ['order-on-hold', 'order-evidence'] as const)
          expect(written(template, way, language), `${language} ${template} ${way}`).not.toMatch(/\{\{|^order-/);
  });

  it('are those of every other mail whatever it is paid with', () => {
    expect(written('name-refused', 'four')).toBe(written('name-refused', 'card'));
  });
});

describe('what an order consists of', () => {
  const visit = {
    ...description,
    parts: [
      {
        title: 'With others',
        icon: 'experiences',
        members: [],
        facts: [
          { name: 'When', value: 'Sun 13 Dec, 16:00' },
          { name: 'Where', value: 'Dubai' },
        ],
        table: {
          title: 'If you cancel',
          note: '',
          columns: ['Cancelled until', 'What is kept'],
          rows: [
            ['Sat 12 Dec, 16:00', 'nothing'],
            ['later', 'AED 330.00'],
          ],
        },
      },
    ],
  } as OrderDescription;

  it('stands in a mail under a heading for each part and each table, in its plain text as well', () => {
    const letter = letterOf('order-accepted', 'card', 'en', visit);
    expect(letterText(letter)).toContain(
      [
        'With others',
        '',
        '- When: Sun 13 Dec, 16:00',
        '- Where: Dubai',
        '',
        'If you cancel',
        '',
        '- Cancelled until: Sat 12 Dec, 16:00 · What is kept: nothing',
        '- Cancelled until: later · What is kept: AED 330.00',
        '',
      ].join('\n'),
    );
    const html = letterHtml(letter, { name: 'Rihla', nameAr: null, logo: null, accent: null });
    expect([...html.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, title]) => title)).toEqual(['With others', 'If you cancel']);
    for (const said of ['<b>When</b>', 'Cancelled until', '<b>later</b>', 'What is kept: AED 330.00']) expect(html).toContain(said);
    expect(letterText(letterOf('order-link', 'card', 'en', visit))).not.toContain('If you cancel');
  });

  it('is joined with the comma of its language', () => {
    const letter = { ...letterOf('order-accepted', 'card', 'ar'), rows: [{ head: 'الأحد', under: 'EK 332', words: 'دبي' }] };
    expect(letterText(letter)).toContain('- الأحد، EK 332: دبي');
  });
});
