import { describe, expect, test } from 'vitest';
import type { DescribedPlace } from './order-description.ts';
import type { ListedOrder } from './list-orders.server.ts';
import { nextTripOf } from './next-trip.ts';

const now = Date.parse('2026-11-23T07:42:00Z');

/** Only what a trip is told from. */
function order(title: string, departs: string, more: { status?: string; flies?: readonly [string, string]; permit?: boolean } = {}) {
  const { status = 'confirmed', flies, permit = false } = more;
  const where: DescribedPlace = { countries: ['TR'], city: null, setsOff: flies ? { city: flies[0], country: 'AE' } : null, permit };
  const description = { title, where, slices: flies ? [{}] : [] };
  const [from, to] = flies ?? [title, title];
  const at = `${departs}T09:00:00Z`;
  return { reference: title, status, from, to, departs, departsAt: at, returnsAt: at, description, papers: [] } as unknown as ListedOrder;
}

describe('the next trip', () => {
  test('is a tour where no flight was booked, by its name', () => {
    expect(nextTripOf([order('Cappadocia in five days', '2026-11-26')], now)).toEqual({
      reference: 'Cappadocia in five days',
      route: null,
      title: 'Cappadocia in five days',
      departs: '2026-11-26',
      inDays: 3,
    });
  });

  test('is named by where its flights lead, whatever else belongs to it', () => {
    const trip = nextTripOf(
      [
        order('TK 761', '2026-11-26', { status: 'ticketed', flies: ['Dubai', 'Istanbul'] }),
        order('A night on the Bosphorus', '2026-11-26'),
      ],
      now,
    );
    expect(trip).toMatchObject({ route: { from: 'Dubai', to: 'Istanbul' }, inDays: 3 });
  });

  test('is none where nothing is certain, where it was cancelled, where it is over, or where a visa is all there is', () => {
    const none = [
      order('asked of its operator', '2026-11-26', { status: 'requested' }),
      order('waiting to be paid', '2026-11-26', { status: 'held' }),
      order('cancelled', '2026-11-26', { status: 'refunded' }),
      order('over', '2026-11-20', { status: 'completed' }),
      order('a visa', '2026-11-26', { status: 'accepted', permit: true }),
    ];
    expect(nextTripOf(none, now)).toBeNull();
  });
});
