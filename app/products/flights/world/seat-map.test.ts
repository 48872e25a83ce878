import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cabinLetters } from '../offer.ts';
import type { PlanSeat } from './seat-map.ts';
import { seatMapOf, seatPriceFils, takenSeats } from './seat-map.ts';
import { readAircraft, readCabins } from './seed-files.ts';

const types = readAircraft(readFileSync('seeds/world/aircraft.csv', 'utf8'));
const own = readCabins(readFileSync('seeds/world/cabins.csv', 'utf8'));
const fitted = [
  ...types.map((type) => ({ ...type, id: type.code })),
  ...types
    .filter((type) => type.lowCostSeats > 0)
    .map((type) => ({ ...type, id: `${type.code}/low-cost`, seats: { F: 0, J: 0, W: 0, Y: type.lowCostSeats } })),
  ...[...own].map(([key, seats]) => {
    const [airline, code] = key.split(' ');
    return { ...types.find((type) => type.code === code)!, id: `${code}/${airline}`, seats };
  }),
];
const seatsOf = (plan: ReturnType<typeof seatMapOf>, cabin: string) =>
  plan.rows.filter((row) => row.cabin === cabin).flatMap((row) => row.seats.filter((seat): seat is PlanSeat => seat !== null));

test.each(fitted.map((equipment) => [equipment.id, equipment] as const))(
  'the plan of %s has exactly the seats of its cabins',
  (_id, equipment) => {
    const plan = seatMapOf(equipment);
    for (const cabin of ['economy', 'premium', 'business', 'first'] as const) {
      expect(seatsOf(plan, cabin)).toHaveLength(equipment.seats[cabinLetters[cabin]]);
    }
    const designators = plan.rows.flatMap((row) => row.seats.flatMap((seat) => seat?.designator ?? []));
    expect(new Set(designators).size).toBe(designators.length);
  },
);

const of = (code: string) => seatMapOf(fitted.find((equipment) => equipment.id === code)!);

test('an Airbus A320 has two exit rows over the wing whose front neighbours do not recline', () => {
  const plan = of('320');
  const exits = plan.rows.filter((row) => row.exit);
  expect(exits).toHaveLength(2);
  expect(exits.every((row) => row.seats.every((seat) => !seat || seat.features.includes('extra-legroom')))).toBe(true);
  const inFront = plan.rows[plan.rows.indexOf(exits[0]!) - 1]!;
  expect(inFront.seats.every((seat) => !seat || seat.features.includes('no-recline'))).toBe(true);
});

test('every row has windows at both ends and a middle seat only between two others', () => {
  for (const row of of('320').rows.slice(4, -1)) {
    const places = row.seats.map((seat) => seat?.features.find((feature) => ['window', 'middle', 'aisle'].includes(feature)) ?? '-');
    expect(places).toEqual(['window', 'middle', 'aisle', '-', 'aisle', 'middle', 'window']);
  }
});

test('bassinets stand at bulkheads of wide cabins, never in an exit row', () => {
  const seats = of('77W').rows.flatMap((row) => row.seats.flatMap((seat) => seat ?? []));
  const bassinets = seats.filter((seat) => seat.features.includes('bassinet'));
  expect(bassinets.length).toBeGreaterThan(2);
  expect(bassinets.some((seat) => seat.features.includes('exit-row'))).toBe(false);
  expect(
    of('320')
      .rows.flatMap((row) => row.seats)
      .some((seat) => seat?.features.includes('bassinet')),
  ).toBe(false);
});

test('an A380 of Emirates has its economy on the main deck and the rest upstairs', () => {
  const plan = of('388/EK');
  expect(new Set(plan.rows.filter((row) => row.deck === 'upper').map((row) => row.cabin))).toEqual(
    new Set(['first', 'business', 'premium']),
  );
  expect(plan.rows.filter((row) => row.deck === 'main').every((row) => row.cabin === 'economy')).toBe(true);
});

test('seats taken elsewhere only ever grow, and stay within their cabin', () => {
  const plan = of('77W');
  const few = takenSeats(plan, 'economy', 40, 7);
  const more = takenSeats(plan, 'economy', 120, 7);
  expect(few.size).toBe(40);
  expect([...few].every((seat) => more.has(seat))).toBe(true);
  const economy = new Set(seatsOf(plan, 'economy').map((seat) => seat.designator));
  expect([...more].every((seat) => economy.has(seat))).toBe(true);
  expect(takenSeats(plan, 'economy', 40, 8)).not.toEqual(few);
  expect(takenSeats(plan, 'first', 99, 7).size).toBe(8);
});

test('room costs more than a window, a middle seat least, and business nothing', () => {
  const price = (features: PlanSeat['features'], km = 2000) => seatPriceFils({ features }, 'economy', km);
  expect(price(['exit-row', 'window'])).toBeGreaterThan(price(['window']));
  expect(price(['window'])).toBeGreaterThan(price(['middle']));
  expect(price(['window'], 6000)).toBeGreaterThan(price(['window']));
  expect(seatPriceFils({ features: ['window'] }, 'business', 6000)).toBe(0);
});
