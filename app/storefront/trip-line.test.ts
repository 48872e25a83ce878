import { expect, it } from 'vitest';
import { tripQuery, readTripQuery, staysOf } from '#app/commerce/trip-line/trip-line.ts';
import { drawOrderLines } from '#app/commerce/trip-line/draw-trip-lines.server.ts';
import type { OrderDescription } from '#app/commerce/orders/order-description.ts';
import { loadRegister } from '#app/products/visas/requirements/load-register.server.ts';
import { sayTripLine } from '#app/products/visas/requirements/say-trip-line.server.ts';
import { readVisaSheets } from '#seeds/catalogue.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import type { TripLineSaid } from '#app/commerce/trip-line/trip-line.ts';

const platform = await openTestPlatform();
await loadRegister(platform, readVisaSheets());
const app = await openTestApp(platform);
const ask = async (query: string, passport = 'IN.AE') =>
  (await app.send(`/api/trip-line?${query}`, { cookie: `rihla-passport=${passport}` })).json() as Promise<TripLineSaid | null>;

/** Of whoever goes there by leave of where they live. */
const byResidence = 'They may ask for: a residence permit valid for three more months; travel health insurance.';

it('says the visa and how long the passport must last, for cities and airports alike', async () => {
  expect(await ask('to=TBS&arrives=2026-12-10&leaves=2026-12-20')).toEqual({
    text: `Georgia: no visa needed. Passport valid to 20 Dec 2026 or later. ${byResidence}`,
    tone: 'ok',
    href: '/e-visa?passport=IN&residence=AE&to=GE&arrives=2026-12-10&leaves=2026-12-20',
  });
  expect(await ask('to=LON')).toMatchObject({ tone: 'warn', text: expect.stringContaining('United Kingdom: a visa from the embassy') });
});

it('reminds of what is looked at on the border, but not of a way back that is booked', async () => {
  const there = (await ask('to=JNB&arrives=2026-12-10', 'IN.AE'))?.text;
  expect(there).toContain('They may ask for: a ticket back or onward; two blank pages in the passport.');
  const andBack = (await ask('to=JNB&arrives=2026-12-10&leaves=2026-12-20', 'IN.AE'))?.text;
  expect(andBack).toContain('They may ask for: two blank pages in the passport.');
  // A stay by leave of a residence asks how long that lasts.
  expect((await ask('to=DOH&arrives=2026-12-10&leaves=2026-12-12', 'SY.AE'))?.text).toContain(
    'a residence permit valid for three more months',
  );
});

it('minds the airports on the way, but not those of home', async () => {
  expect((await ask('to=JFK&via=LHR', 'PK.'))?.text).toContain('Changing flights in United Kingdom: you need a transit visa');
  expect((await ask('to=TBS&via=DXB'))?.text).toBe(`Georgia: no visa needed. ${byResidence}`);
});

it('takes a stop where bags are collected or the airport is changed for what it is: an entry', async () => {
  const airside = await ask('to=JFK&via=LHR', 'IN.');
  const landside = await ask('to=JFK&enters=LGW&enters=LHR', 'IN.');
  expect(airside?.text).toContain('Changing flights in United Kingdom:');
  expect(landside?.text).not.toContain('Changing flights');
  expect(landside?.text).toContain('On the way you enter United Kingdom: you need a visa from the embassy.');
  expect(landside?.text.match(/United Kingdom/g)).toHaveLength(1);
  // Said even where no visa is asked, and never of one's own country or where one lives.
  expect((await ask('to=JFK&enters=TBS', 'IN.AE'))?.text).toContain('On the way you enter Georgia: no visa needed.');
  expect((await ask('to=TBS&enters=DXB'))?.text).toBe(`Georgia: no visa needed. ${byResidence}`);
});

it('says nothing to those who told no passport, of no place, and of the way home', async () => {
  expect(await ask('to=TBS', '.AE')).toBeNull();
  expect(await (await app.send('/api/trip-line?to=TBS')).json()).toBeNull();
  for (const query of ['to=DXB', 'to=DEL', 'to=QQQ', 'to=<b>', '']) expect(await ask(query)).toBeNull();
});

it('is never kept by anybody', async () => {
  expect((await app.send('/api/trip-line?to=TBS', { cookie: 'rihla-passport=IN.AE' })).headers.get('cache-control')).toBe(
    'private, no-store',
  );
});

it('asks the same of the same trip, however it is told', () => {
  const query = tripQuery({ to: 'LON', via: ['IST', 'DOH', 'IST'], enters: ['CDG'], arrives: '2026-12-10', leaves: null });
  expect(query).toBe('to=LON&arrives=2026-12-10&via=DOH&via=IST&enters=CDG');
  expect(readTripQuery(new URLSearchParams(query))).toEqual({
    to: 'LON',
    via: ['DOH', 'IST'],
    enters: ['CDG'],
    arrives: '2026-12-10',
    leaves: null,
  });
});

const end = (code: string, local: string) => ({ code, city: code, airport: code, terminal: null, local, utc: `${local}:00Z`, zone: 'UTC' });
type Ground = OrderDescription['slices'][number]['segments'][number]['layover'];
const change = (arrivesAt: string, more: Partial<NonNullable<Ground>> = {}): Ground => ({
  arrivesAt,
  minutes: 120,
  overnight: false,
  airportChange: false,
  terminals: null,
  selfTransfer: false,
  ...more,
});
const segment = (from: string, to: string, on: string, layover: Ground = null) =>
  ({ from: end(from, `${on}T08:00`), to: end(to, `${on}T12:00`), layover }) as OrderDescription['slices'][number]['segments'][number];
const slice = (...segments: OrderDescription['slices'][number]['segments']) =>
  ({ segments }) as unknown as OrderDescription['slices'][number];
const trip = {
  slices: [
    slice(segment('DXB', 'IST', '2026-12-10'), segment('IST', 'TBS', '2026-12-10', change('IST'))),
    slice(segment('TBS', 'DXB', '2026-12-20')),
  ],
};

it('takes the stays of an order from its journey: the way home is none', () => {
  expect(staysOf(trip)).toEqual([{ to: 'TBS', via: ['IST'], enters: [], arrives: '2026-12-10', leaves: '2026-12-20' }]);
  const landside = (layover: Ground) =>
    staysOf({ slices: [slice(segment('DXB', 'LHR', '2026-12-10'), segment('LGW', 'JFK', '2026-12-10', layover))] });
  expect(landside(change('LHR', { airportChange: true }))).toMatchObject([{ via: [], enters: ['LHR', 'LGW'] }]);
  expect(landside(change('LGW', { selfTransfer: true }))).toMatchObject([{ via: [], enters: ['LGW'] }]);
});

it('reads the passports that travellers gave before the one the browser told of', async () => {
  const country = { TBS: 'GE', IST: 'TR' } as Record<string, string>;
  const say: Parameters<typeof drawOrderLines>[0] = (places, whom, language) =>
    sayTripLine(platform, { ...places, to: country[places.to]!, via: places.via.map((code) => country[code]!) }, whom, language);
  const traveller = (code: string, expires: string) =>
    ({ passport: { code, country: code, lastDigits: '123', expires } }) as OrderDescription['travellers'][number];
  const request = new Request('http://localhost/checkout', { headers: { Cookie: 'rihla-passport=IN.AE' } });
  const lines = (travellers: OrderDescription['travellers']) =>
    drawOrderLines(say, request, { ...trip, travellers } as unknown as OrderDescription, 'en');
  const said = await lines([traveller('GB', '2031-01-01'), traveller('IN', '2031-01-01'), traveller('IN', '2026-12-15')]);
  expect(said.map(({ text, tone }) => [tone, text])).toEqual([
    ['ok', 'Georgia: no visa needed. Passport valid to 20 Dec 2026 or later. They may ask for: travel health insurance.'],
    ['warn', `Georgia: no visa needed. A passport ends too soon: it has to last to 20 Dec 2026. ${byResidence}`],
  ]);
  expect(await lines([])).toHaveLength(1);
});
