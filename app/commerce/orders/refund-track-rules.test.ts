import { describe, expect, it } from 'vitest';
import { money } from '#app/values/money.ts';
import { calendarDate } from '#app/values/dates.ts';
import { isAwaited, refundActs, refundTracks, type TrackFacts } from './refund-track-rules.ts';

const at = (text: string) => new Date(`2026-11-${text}:00.000Z`);
const facts = (more: Partial<TrackFacts>): TrackFacts => ({
  currency: 'AED',
  refunds: [],
  requests: [],
  payments: [{ id: 'p1', purpose: 'order', provider: 'sandbox', method: 'card' as const, cardEnding: null }],
  sendings: new Map(),
  owed: null,
  captured: true,
  ...more,
});
const refund = (more: Partial<TrackFacts['refunds'][number]>): TrackFacts['refunds'][number] => ({
  id: 'r1',
  key: 'order:o:owed',
  paymentId: 'p1',
  amount: 10_000,
  status: 'pending',
  createdAt: at('23T08:00'),
  changedAt: at('23T08:00'),
  ...more,
});

describe('where a refund is', () => {
  it('is approved until the bank was told, then sent with the day by which banks show it', () => {
    expect(refundTracks(facts({ refunds: [refund({})] }))[0]).toMatchObject({ state: 'approved', sent: null, expectedBy: null });
    const [sent] = refundTracks(facts({ refunds: [refund({})], sendings: new Map([['r1', at('23T08:01')]]) }));
    expect(sent).toMatchObject({ state: 'sent', expectedBy: '2026-12-07', amount: money(10_000, 'AED') });
  });

  it('is with us, not with a bank, while finance has not transferred what came by transfer', () => {
    const payments = [{ id: 'p1', purpose: 'instalment-2', provider: 'house-bank', method: 'card' as const, cardEnding: null }];
    const sendings = new Map([['r1', at('23T08:01')]]);
    const track = (more: object) => refundTracks(facts({ refunds: [refund(more)], payments, sendings }))[0]!;
    expect(track({})).toMatchObject({ byTransfer: true, state: 'approved', sent: null, expectedBy: '2026-12-07' });
    const settled = track({ status: 'succeeded', changedAt: at('25T08:00') });
    expect(settled).toMatchObject({ state: 'settled', sent: null, expectedBy: '2026-12-09' });
  });

  it('is settled only on the bank’s word, and then counts from that', () => {
    const sendings = new Map([['r1', at('23T08:01')]]);
    const [track] = refundTracks(facts({ refunds: [refund({ status: 'succeeded', changedAt: at('25T08:00') })], sendings }));
    expect(track).toMatchObject({ state: 'settled', settled: '2026-11-25T08:00:00.000Z', expectedBy: '2026-12-09' });
  });

  it('promises no day when it came back, and says that the bank is being asked when it does not answer', () => {
    const sendings = new Map([['r1', at('23T08:01')]]);
    const states = (['failed', 'stuck'] as const).map((status) => refundTracks(facts({ refunds: [refund({ status })], sendings }))[0]);
    expect(states.map((one) => [one!.state, one!.expectedBy])).toEqual([
      ['failed', null],
      ['checking', '2026-12-07'],
    ]);
  });

  it('shows what waits for a second person, dates what was allowed by its asking, and hides what was declined', () => {
    const request = (id: string, status: string) => ({ id, paymentId: 'p1', amount: 500, status, askedAt: at('22T10:00') });
    const tracks = refundTracks(
      facts({
        refunds: [refund({ key: 'request:a' })],
        requests: [request('a', 'approved'), request('b', 'declined'), request('c', 'asked')],
      }),
    );
    expect(tracks.map((track) => [track.state, track.asked])).toEqual([
      ['approved', '2026-11-22T10:00:00.000Z'],
      ['asked', '2026-11-22T10:00:00.000Z'],
    ]);
  });

  it('names the part of a plan that each sum goes back to', () => {
    const payments = [
      { id: 'p1', purpose: 'order', provider: 'sandbox', method: 'card' as const, cardEnding: null },
      { id: 'p2', purpose: 'instalment-2', provider: 'sandbox', method: 'card' as const, cardEnding: null },
    ];
    const tracks = refundTracks(facts({ payments, refunds: [refund({}), refund({ id: 'r2', paymentId: 'p2', key: 'k2' })] }));
    expect(tracks.map((track) => track.part)).toEqual([null, 2]);
  });

  it('is one act with a part for each of two cards, told by their last digits, and apart from what goes back another time', () => {
    const payments = [
      { id: 'p1', purpose: 'order', provider: 'sandbox', method: 'card' as const, cardEnding: '3155' },
      { id: 'p2', purpose: 'first-card', provider: 'sandbox', method: 'card' as const, cardEnding: '4242' },
    ];
    const request = { id: 'a', paymentId: 'p1', amount: 10_500, status: 'approved', askedAt: at('22T10:00') };
    const refunds = [
      refund({ key: 'request:a' }),
      refund({ id: 'r2', paymentId: 'p2', key: 'request:a:first-card', amount: 500 }),
      refund({ id: 'r3', paymentId: 'p2', key: 'request:b', amount: 700, createdAt: at('24T08:00') }),
    ];
    const acts = refundActs(refundTracks(facts({ payments, refunds, requests: [request] })));
    expect(
      acts.map(({ total, parts }) => [total.amount, parts.map(({ amount, ending, asked }) => [amount.amount, ending, asked])]),
    ).toEqual([
      [
        10_500,
        [
          [10_000, '3155', '2026-11-22T10:00:00.000Z'],
          [500, '4242', '2026-11-22T10:00:00.000Z'],
        ],
      ],
      [700, [[700, '4242', '2026-11-24T08:00:00.000Z']]],
    ]);
    // Where one card paid, nobody needs its digits to know which.
    expect(refundTracks(facts({ payments: payments.slice(0, 1), refunds: refunds.slice(0, 1) }))[0]!.ending).toBeNull();
  });

  it('goes to who collects it in four where it was paid so, whether it is asked for, sent or was only reserved', () => {
    const payments = [{ id: 'p1', purpose: 'order', provider: 'sandbox', method: 'four' as const, cardEnding: null }];
    const request = { id: 'a', paymentId: 'p1', amount: 700, status: 'asked', askedAt: at('22T10:00') };
    const owed = { amount: 10_000, at: at('23T08:00'), backAt: at('23T09:00') };
    const tracks = [
      ...refundTracks(facts({ payments, refunds: [refund({})], requests: [request] })),
      ...refundTracks(facts({ payments, owed, captured: false })),
    ];
    expect(tracks.map(({ state, inFour }) => [state, inFour])).toEqual([
      ['asked', true],
      ['approved', true],
      ['released', true],
    ]);
    expect(refundTracks(facts({ refunds: [refund({})] }))[0]!.inFour).toBe(false);
    const sendings = new Map([['r1', at('23T08:01')]]);
    const [settled] = refundTracks(facts({ payments, sendings, refunds: [refund({ status: 'succeeded' })] }));
    expect([settled!.state, settled!.expectedBy]).toEqual(['settled', null]);
  });

  it('has no bank in what goes back to credit', () => {
    const payments = [{ id: 'p1', purpose: 'order', provider: 'house-credit', method: 'card' as const, cardEnding: null }];
    const sendings = new Map([['r1', at('23T08:01')]]);
    const [track] = refundTracks(facts({ payments, sendings, refunds: [refund({ status: 'succeeded' })] }));
    expect(track).toMatchObject({ state: 'settled', toCredit: true, sent: null, expectedBy: null });
  });

  it('says that money is owed while no refund of it is there, and that a mere reservation was let go', () => {
    const owed = { amount: 10_000, at: at('23T08:00'), backAt: null };
    expect(refundTracks(facts({ owed })).map((one) => one.state)).toEqual(['owed']);
    expect(refundTracks(facts({ owed, refunds: [refund({})] })).map((one) => one.state)).toEqual(['approved']);
    expect(refundTracks(facts({ owed: { ...owed, backAt: at('23T09:00') }, captured: false }))).toMatchObject([
      { state: 'released', settled: '2026-11-23T09:00:00.000Z' },
    ]);
  });
});

describe('a refund that somebody waits for', () => {
  const today = calendarDate('2026-12-01');
  it('is one that is on its way, or that the bank may not have shown yet', () => {
    for (const state of ['asked', 'owed', 'approved', 'sent', 'checking', 'failed'] as const)
      expect(isAwaited({ state, expectedBy: null }, today), state).toBe(true);
    expect(isAwaited({ state: 'settled', expectedBy: today }, today)).toBe(true);
  });
  it('is none that was shown, was only reserved, or is credit again', () => {
    expect(isAwaited({ state: 'settled', expectedBy: calendarDate('2026-11-30') }, today)).toBe(false);
    expect(isAwaited({ state: 'settled', expectedBy: null }, today)).toBe(false);
    expect(isAwaited({ state: 'released', expectedBy: null }, today)).toBe(false);
  });
});
