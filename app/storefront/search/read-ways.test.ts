import { expect, test } from 'vitest';
import { readWays } from './read-ways.ts';

test.each([
  ['greece visa', 'greece'],
  ['visa for Greece', 'greece'],
  ['فيزا اليونان', 'يونان'],
  ['تأشيرة لليونان', 'يونان'],
  ['visado de Grecia', 'grecia'],
  ['visto para a Grécia', 'grecia'],
  ['visa sa Gresya', 'gresya'],
  ['e-visa El Salvador', 'el salvador'],
])('hears in "%s" a visa and its country', (typed, country) => {
  const asked = readWays(typed)!;
  expect([asked.visa, asked.flight]).toEqual([true, false]);
  expect(asked.places).toContain(country);
});

test.each([
  ['flight to london', '', 'london'],
  ['flights from Dubai to Rio de Janeiro', 'dubai', 'rio de janeiro'],
  ['flights to London from Manila', 'manila', 'london'],
  ['flights from manila', 'manila', ''],
  ['رحلات طيران من دبي إلى لندن', 'دبي', 'لندن'],
  ['vuelos a Londres', '', 'londres'],
  ['voos de Dubai para Lisboa', 'dubai', 'lisboa'],
  ['flight papuntang Maynila', '', 'maynila'],
  ['manila flights', '', 'manila'],
])('hears in "%s" a flight, where from and where to', (typed, from, to) => {
  const asked = readWays(typed)!;
  expect([asked.visa, asked.flight]).toEqual([false, true]);
  for (const [names, name] of [
    [asked.from, from],
    [asked.to, to],
  ] as const)
    if (name === '') expect(names).toEqual([]);
    else expect(names).toContain(name);
});

test('takes what says neither as one name, and hears nothing in a sentence, in signs and in letters alone', () => {
  expect(readWays('London')).toEqual({ visa: false, flight: false, places: ['london'], from: [], to: [] });
  for (const typed of ['', '…', 'ab', 'we would like to see the desert with our two small children'])
    expect(readWays(typed), typed).toBeNull();
});
