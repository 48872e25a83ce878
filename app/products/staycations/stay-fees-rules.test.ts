import { describe, expect, test } from 'vitest';
import { instantOf, type LocalTime } from '#app/values/local-time.ts';
import { keptOnCancel } from '#app/commerce/bookings/cancellation-ladder-rules.ts';
import { money } from '#app/values/money.ts';
import { addMilliseconds, minuteMs } from '#app/values/dates.ts';
import { partsOfPrice } from './stay-fees-rules.ts';
import { stayLadder } from './stay-ladder-rules.ts';

describe('what the price of a room consists of', () => {
  test('is the room, the service charge and what goes on to the city, to the fils', () => {
    const parts = partsOfPrice(100_000, 1, { country: 'AE', stars: 5 });
    // 980.00 without the tourism dirham of 20.00; net 980 / (1.1 * 1.05 + 0.07) = 800.00.
    expect(parts).toEqual({ room: 84_000, service: 8_400, municipality: 5_600, tourism: 2_000 });
  });

  test.each([
    [33_333, 3, { country: 'AE', stars: 4 } as const],
    [70_001, 2, { country: 'OM', stars: 3 } as const],
    [99_999, 7, { country: 'SA', stars: 5 } as const],
    [1, 1, { country: 'AE', stars: 5 } as const],
  ])('adds up for %d over %d nights in %j', (gross, nights, house) => {
    const parts = partsOfPrice(gross, nights, house);
    expect(parts.room + parts.service + parts.municipality + parts.tourism).toBe(gross);
    expect(Math.min(...Object.values(parts))).toBeGreaterThanOrEqual(0);
  });
});

describe('what cancelling a stay keeps', () => {
  const start = { startsLocal: '2026-12-10T15:00' as LocalTime, zone: 'Asia/Dubai' };
  const total = money(100_000, 'AED');
  const kept = (refundable: number | null, local: string, minutes = 0) => {
    const at = addMilliseconds(instantOf('Asia/Dubai', local as LocalTime), minutes * minuteMs);
    return keptOnCancel(stayLadder(refundable, '15:00', 40_000, 100_000), start, total, at).kept.amount;
  };

  test('is nothing until its days before the check-in, then the first night, then everything', () => {
    expect(kept(3, '2026-12-07T15:00', -1)).toBe(0);
    expect(kept(3, '2026-12-07T15:00')).toBe(40_000);
    expect(kept(3, '2026-12-10T15:00', -1)).toBe(40_000);
    expect(kept(3, '2026-12-10T15:00')).toBe(100_000);
  });

  test('is everything from the start for the lower price, and nothing until the door where it is free to the last', () => {
    expect(kept(null, '2026-11-01T10:00')).toBe(100_000);
    expect(kept(0, '2026-12-10T15:00', -1)).toBe(0);
    expect(kept(0, '2026-12-10T15:00')).toBe(100_000);
  });
});
