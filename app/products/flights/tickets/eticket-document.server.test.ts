import { decode } from 'bcbp';
import { describe, expect, test } from 'vitest';
import { readPdf } from '#tests/support/pdf-text.ts';
import { money } from '#app/values/money.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { boardingBarcode } from './boarding-barcode.ts';
import { deliveredBrand } from '#app/platform/branding.ts';
import { setEticket, type EticketPaper } from './eticket-document.server.ts';
import type { Layover, Segment } from '../offer.ts';
import type { PaperNames } from './paper-names.ts';

const aed = (amount: number) => money(amount, 'AED');

const toManila: Segment = {
  flight: 'EK332',
  airline: 'EK',
  number: 332,
  operator: 'EK',
  from: 'DXB',
  to: 'MNL',
  fromTerminal: '3',
  toTerminal: '3',
  departs: { local: '2026-12-05T03:40', utc: '2026-12-04T23:40:00Z', zone: 'Asia/Dubai' },
  arrives: { local: '2026-12-05T16:25', utc: '2026-12-05T08:25:00Z', zone: 'Asia/Manila' },
  minutes: 525,
  aircraft: '77W',
  aircraftName: 'Boeing 777-300ER',
  cabin: 'economy',
  bookingClass: 'K',
  seatsLeft: 4,
};
const toDavao: Segment = {
  ...toManila,
  flight: 'PR2813',
  airline: 'PR',
  number: 2813,
  operator: '2P',
  from: 'MNL',
  to: 'DVO',
  fromTerminal: '2',
  toTerminal: null,
  departs: { local: '2026-12-05T19:10', utc: '2026-12-05T11:10:00Z', zone: 'Asia/Manila' },
  arrives: { local: '2026-12-05T21:05', utc: '2026-12-05T13:05:00Z', zone: 'Asia/Manila' },
  minutes: 115,
};

const paper: EticketPaper = {
  ticketNumber: '1762145678901',
  pnr: 'X7QK2M',
  orderReference: '7K2M9-4QX3D',
  issuedAt: '2026-11-23T07:50:00Z',
  frequentFlyer: 'EK 123456789',
  passenger: { surname: 'HADDAD', given: 'LAYLA', title: 'MS', type: 'adult' },
  slices: [
    {
      from: 'DXB',
      to: 'DVO',
      segments: [toManila, toDavao],
      layovers: [
        {
          airport: 'MNL',
          departsFrom: 'MNL',
          minutes: 165,
          grade: 'ok',
          overnight: false,
          airportChange: false,
          terminalChange: true,
          selfTransfer: false,
        },
      ],
      minutes: 805,
      stops: 1,
      dayShift: 0,
    },
  ],
  comesFrom: null,
  brand: {
    code: 'SAVER',
    nameKey: 'flights:brand.saver',
    fares: [],
    fareTotal: aed(161_900),
    cabinBag: { pieces: 1, kilograms: 7 },
    checkedBag: { pieces: null, kilograms: 25 },
    seatChoice: 'allowed',
    changeBefore: { permission: 'allowed', penalty: aed(20_000) },
    changeAfter: { permission: 'not-allowed', penalty: null },
    refundBefore: { permission: 'allowed', penalty: aed(40_000) },
    refundAfter: { permission: 'unknown', penalty: null },
    noShow: { permission: 'not-allowed', penalty: null },
    upgrade: 'unknown',
    milesPercent: 50,
  },
  brandName: 'Economy Saver',
  seats: ['24A', null],
  extras: [{ words: 'Extra bags: 1, DXB to LHR', state: 'document 176-2400000009' }],
  boughtBags: [0],
  fare: aed(128_500),
  taxes: aed(33_400),
};

const cities: Record<string, { city: string; airport: string }> = {
  DXB: { city: 'Dubai', airport: 'Dubai International' },
  MNL: { city: 'Manila', airport: 'Ninoy Aquino International' },
  DVO: { city: 'Davao', airport: 'Francisco Bangoy International' },
};
const names: PaperNames = {
  place: (code) => cities[code]!,
  airline: (code) => ({ EK: 'Emirates', PR: 'Philippine Airlines', '2P': 'PAL Express' })[code] ?? code,
};

describe('an e-ticket receipt', () => {
  test('says local times with their zones, codes, seats and the fare in words', async () => {
    const { text, pages } = readPdf(await setEticket(paper, { names, brand: deliveredBrand }, 'en'));
    for (const words of [
      'HADDAD / LAYLA MS',
      '176-2145678901',
      'X7QK2M',
      'EK 123456789',
      'document 176-2400000009',
      '03:40',
      'Gulf Standard Time',
      '16:25',
      'Philippine Standard Time',
      '24A',
      'at check-in',
      'Operated by ',
      'AED\u00a01,619.00',
      'the airline does not say',
    ]) {
      expect(text).toContain(words);
    }
    expect(pages).toBe(1);
  });

  test('names the coupon of each flight, and the number it is on where four are not enough', async () => {
    const set = async (more: Partial<EticketPaper>) =>
      readPdf(await setEticket({ ...paper, ...more }, { names, brand: deliveredBrand }, 'en')).text.replace(/\s+/g, ' ');
    const two = await set({});
    expect(two).toContain('Coupon 2');
    expect(two).not.toContain('Coupon 2 of');
    const [slice] = paper.slices;
    const there = { ...slice!, segments: [toManila, toDavao, toManila], layovers: [slice!.layovers[0]!, slice!.layovers[0]!] };
    const six = await set({ booklets: 2, slices: [there, there], seats: Array(6).fill(null) });
    expect(six).toContain('176-2145678901-02');
    for (const coupon of ['Coupon 4 of 176-2145678901', 'Coupon 1 of 176-2145678902', 'Coupon 2 of 176-2145678902'])
      expect(six).toContain(coupon);
    expect(six).not.toContain('Coupon 5');
  });

  test('says beside the bags of the fare what was bought for that direction, and nothing where nothing was', async () => {
    const set = async (boughtBags: readonly number[]) =>
      readPdf(await setEticket({ ...paper, boughtBags }, { names, brand: deliveredBrand }, 'en')).text.replace(/\s+/g, ' ');
    expect(await set([2])).toMatch(/2 × 23 kg.? bought/);
    expect(await set([0])).not.toContain('bought');
  });

  test('is set in the Arabic face for Arabic and keeps codes in their own order', async () => {
    const { text, fonts } = readPdf(await setEticket(paper, { names, brand: deliveredBrand }, 'ar'));
    expect(fonts).toContain('IBMPlexSansArabic-Regular');
    expect(text).toContain('176-2145678901');
    expect(text).toContain('AED\u00a01,619.00');
  });

  test('can be set in every language', async () => {
    for (const language of languageCodes)
      expect(readPdf(await setEticket(paper, { names, brand: deliveredBrand }, language)).text).toContain('X7QK2M');
  });

  test.each(['es', 'pt'] as const)('writes every amount as %s writes it, those of the rules as well', async (language) => {
    const fee = { permission: 'allowed', penalty: aed(250_000) } as const;
    const brand = { ...paper.brand, refundBefore: fee, changeBefore: fee };
    const { text } = readPdf(await setEticket({ ...paper, brand }, { names, brand: deliveredBrand }, language));
    expect(text).toContain('AED\u00a01.619,00');
    expect(text.match(/AED\s[\d.,]*\d/g)!.filter((amount) => amount.endsWith('2.500,00'))).toHaveLength(2);
    expect(text).not.toMatch(/AED\s[\d.,]*\.\d\d(?!\d)/);
  });

  test('tells a baby on a lap its own baggage, and to ask where the airline does not say', async () => {
    const ofBaby = async (brand: EticketPaper['brand']) =>
      readPdf(
        await setEticket({ ...paper, passenger: { ...paper.passenger, type: 'infant' }, brand }, { names, brand: deliveredBrand }, 'en'),
      ).text.replace(/\s+/g, ' ');
    const told = await ofBaby({ ...paper.brand, lapInfantBag: { pieces: null, kilograms: 10 } });
    expect(told).toContain('No cabin bag of its own · checked 10 kg');
    expect(told).not.toContain('25 kg');
    expect(await ofBaby(paper.brand)).toContain('checked ask the airline');
    expect(await ofBaby({ ...paper.brand, lapInfantBag: null })).toContain('checked none');
  });

  test('says where bags are collected, and between which terminals and airports the traveller goes', async () => {
    const [slice] = paper.slices;
    const between = async (layover: Partial<Layover>) =>
      readPdf(
        await setEticket(
          { ...paper, slices: [{ ...slice!, layovers: [{ ...slice!.layovers[0]!, ...layover }] }] },
          { names, brand: deliveredBrand },
          'en',
        ),
      ).text;
    const own = await between({ selfTransfer: true });
    expect(own).toContain('Separate tickets: collect your bags and check in again');
    expect(own).toContain('Terminal 3 to Terminal 2');
    const layover = { ...slice!.layovers[0]!, selfTransfer: true };
    const second = { ...slice!, segments: slice!.segments.slice(1), layovers: [] };
    const onward = { ...paper, slices: [second], comesFrom: { layover, terminal: '3' } };
    expect(readPdf(await setEticket(onward, { names, brand: deliveredBrand }, 'en')).text).toContain('Separate tickets: collect your bags');
    const risky = await between({ risk: 'last', grade: 'tight', overnight: true });
    expect(risky.replace(/\s+/g, ' ')).toContain('Overnight · The last flight there that day: who misses it waits for the next day');
    expect((await between({ grade: 'tight' })).replace(/\s+/g, ' ')).toContain('A tight connection: go straight to the next flight');
    expect(own).not.toContain('A tight connection');
    const other = await between({ airportChange: true, departsFrom: 'DVO' });
    expect(other).toContain('MNL to DVO');
    expect(other).not.toContain('Terminal 3 to Terminal 2');
    expect(other).not.toContain('Separate tickets');
  });

  test('prints a hostile name as it stands', async () => {
    const given = '#panic("x") $y$ *z* //';
    expect(
      readPdf(await setEticket({ ...paper, passenger: { ...paper.passenger, given } }, { names, brand: deliveredBrand }, 'en')).text,
    ).toContain(given.toUpperCase());
  });
});

describe('the bar-coded string', () => {
  test('names the traveller, the flight and the day, and says that nobody has checked in', () => {
    const text = boardingBarcode({ surname: 'de la Cruz', given: 'José', pnr: 'X7QK2M', segment: toManila, seat: '24A' });
    const { data } = decode(text, 2026);
    const leg = data!.legs![0]!;
    expect(data!.passengerName).toBe('DELACRUZ/JOSE');
    expect([leg.departureAirport, leg.arrivalAirport, leg.operatingCarrierDesignator, leg.seatNumber]).toEqual([
      'DXB',
      'MNL',
      'EK',
      '024A',
    ]);
    expect(leg.flightDate!.toISOString().slice(0, 10)).toBe('2026-12-05');
    expect(leg.passengerStatus).toBe('0');
  });

  test('leaves the seat open when none was chosen', () => {
    expect(
      decode(boardingBarcode({ surname: 'Haddad', given: 'Layla', pnr: 'X7QK2M', segment: toManila, seat: null })).data!.legs![0]!
        .seatNumber ?? '',
    ).toBe('');
  });
});
