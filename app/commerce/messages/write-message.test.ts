import { describe, expect, it } from 'vitest';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { money } from '#app/values/money.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import type { OrderDescription } from '../orders/order-description.ts';
import type { WayPaid } from '../payments/way-paid.ts';
import type { OrderTemplate } from './message-jobs.server.ts';
import { writeMessage } from './write-message.ts';

const description = { title: 'Dubai to London', fromCity: 'Dubai', toCity: 'London', slices: [], parts: [] } as unknown as OrderDescription;
const total = money(200_000, 'AED');
const written = (template: OrderTemplate, way: WayPaid, language: LanguageCode = 'en') =>
  writeMessage(
    {
      kind: 'flight',
      template,
      language,
      reference: '7K2M9-4QX3D',
      description,
      total,
      heldUntil: null,
      limit: null,
      refund: null,
      credited: null,
      paid: total,
      due: null,
      way,
      link: 'https://rihla.example/track',
      attachments: 0,
    },
    textsFor(language).of('mails'),
  ).letter.paragraphs[0]!;

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
