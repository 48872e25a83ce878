import { describe, expect, it } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { fewerDoors, furtherDoors } from './door-rules.ts';

const today = calendarDate('2026-12-01');
const door = (name: string, outOfUse = false) => ({ key: name, name, outOfUse });
const sold = (unit: string, from: string, until: string) => ({
  unit,
  from: calendarDate(`2026-12-${from}`),
  until: calendarDate(`2026-12-${until}`),
  orderId: `${unit}-${from}`,
});
const doors = [door('101'), door('102'), door('103', true), door('104')];

describe('fewer doors', () => {
  it('go of those that nobody has, out of use first, and take nothing from anybody', () => {
    expect(fewerDoors(doors, [sold('102', '05', '07')], 3, today)).toEqual({ ok: true, gone: ['103'], moves: [] });
    expect(fewerDoors(doors, [sold('104', '05', '07')], 1, today)).toEqual({ ok: true, gone: ['101', '102', '103'], moves: [] });
    // What is over holds nothing.
    expect(fewerDoors(doors, [sold('104', '01', '01')], 0, calendarDate('2026-12-02'))).toMatchObject({ ok: true, moves: [] });
  });

  it('are refused with the fullest night where more is sold', () => {
    const taken = [sold('101', '05', '08'), sold('102', '06', '07'), sold('104', '10', '11')];
    expect(fewerDoors(doors, taken, 1, today)).toEqual({ ok: false, why: 'below-sold', night: '2026-12-06', sold: 2 });
    expect(fewerDoors(doors, taken, 2, today)).toMatchObject({ ok: true, moves: [{ nights: taken[2], to: '101' }] });
  });

  it('leave whoever is inside in their room, and give nights to come another door that is in use', () => {
    const inside = sold('104', '01', '03');
    const later = sold('101', '05', '06');
    expect(fewerDoors(doors, [later, inside], 1, today)).toEqual({
      ok: true,
      gone: ['101', '102', '103'],
      moves: [{ nights: later, to: '104' }],
    });
    const shut = [door('101', true), door('102')];
    expect(fewerDoors(shut, [sold('101', '01', '03'), later, sold('102', '08', '09')], 1, today)).toMatchObject({ ok: false });
  });

  it('are refused where every door that stays is sold for a part of a stay', () => {
    const taken = [sold('101', '02', '05'), sold('102', '06', '09'), sold('104', '04', '07')];
    expect(fewerDoors([door('101'), door('102'), door('104')], taken, 2, today)).toEqual({
      ok: false,
      why: 'in-part',
      night: '2026-12-04',
      sold: 2,
    });
  });
});

it('further doors have names that no door of the house has', () => {
  expect(furtherDoors(2, ['201', '203', '101'], 3)).toEqual(['202', '204', '205']);
});
