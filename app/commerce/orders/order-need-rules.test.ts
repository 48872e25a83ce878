import { describe, expect, it } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { askedIn, needsOf, type NeedFacts } from './order-need-rules.ts';

const facts = (more: Partial<NeedFacts>): NeedFacts => ({
  reference: '7K2M9-4QX3D',
  status: 'confirmed',
  description: {},
  payBefore: null,
  total: money(900_00, 'AED'),
  part: null,
  questioned: false,
  today: calendarDate('2026-11-23'),
  ...more,
});
const part = (dueOn: string) => ({ amount: money(300_00, 'AED'), dueOn: calendarDate(dueOn) });
const kinds = (more: Partial<NeedFacts>) => needsOf(facts(more)).map(({ what }) => what);

describe('what was asked of the holder of an order', () => {
  const asks = { words: 'A paper is missing.', to: '/papers', go: 'Send it' };
  const order = { stage: { who: 'we', ended: false }, sight: 'full', description: { asks } } as const;
  it('makes it their turn while the order is ours to work on', () => {
    expect(askedIn(order)).toEqual(asks);
    expect(askedIn({ ...order, description: {} })).toBeNull();
  });
  it('is not said to whoever only knows the reference, of what has ended, nor where it is not ours to work on', () => {
    expect(askedIn({ ...order, sight: 'masked' })).toBeNull();
    expect(askedIn({ ...order, stage: { who: 'we', ended: true } })).toBeNull();
    expect(askedIn({ ...order, stage: { who: 'you', ended: false } })).toBeNull();
  });
});

describe('what waits for the holder of an order', () => {
  it('is nothing of an order that is paid and under way', () => {
    expect(needsOf(facts({}))).toEqual([]);
  });
  it('is to pay what is held, by the end of its hold', () => {
    expect(needsOf(facts({ status: 'held', payBefore: '2026-11-23T10:00:00.000Z' }))).toEqual([
      {
        what: 'pay',
        words: null,
        to: '/checkout/7K2M9-4QX3D',
        amount: money(900_00, 'AED'),
        by: '2026-11-23T10:00:00.000Z',
        late: false,
      },
    ]);
  });
  it('is a part of the price from the day of its first reminder on, and late after its own day', () => {
    expect(kinds({ part: part('2026-12-24') })).toEqual([]);
    expect(needsOf(facts({ part: part('2026-12-23') }))).toMatchObject([
      { what: 'part', to: '/track?order=7K2M9-4QX3D#plan', by: '2026-12-23', late: false },
    ]);
    expect(needsOf(facts({ part: part('2026-11-23') }))).toMatchObject([{ late: false }]);
    expect(needsOf(facts({ part: part('2026-11-22') }))).toMatchObject([{ late: true }]);
  });
  it('asks for no part of what is not confirmed: it was not taken on, or has ended', () => {
    for (const status of ['requested', 'cancelled', 'refunded']) expect(kinds({ status, part: part('2026-11-22') })).toEqual([]);
  });
  it('is what its product says is urgent, in the words of that product, and nothing that merely can be done', () => {
    const to = '/somewhere';
    const description = {
      change: { heading: 'Your flights', words: 'Change', to, urgent: 'The airline changed your flights.' },
      adds: { heading: 'Extras', words: 'Add', to, urgent: null, closed: null },
      asks: { words: 'A paper is missing.', to: '/papers', go: 'Send it' },
    };
    expect(needsOf(facts({ description })).map(({ what, words, to: where }) => [what, words, where])).toEqual([
      ['change', 'The airline changed your flights.', to],
      ['asked', 'A paper is missing.', '/papers'],
    ]);
  });
  it('has what is late before everything else', () => {
    expect(kinds({ questioned: true, part: part('2026-12-01') })).toEqual(['questions', 'part']);
    expect(kinds({ questioned: true, part: part('2026-11-01') })).toEqual(['part', 'questions']);
  });
});
