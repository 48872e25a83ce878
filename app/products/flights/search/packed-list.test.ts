import { expect, it } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { packList, unpackList } from './packed-list.ts';
import type { CardSlice, FlightCard, ResultsList } from './results-view.ts';

const slice: CardSlice = {
  from: 'DXB',
  to: 'LHR',
  minutes: 700,
  stops: 1,
  dayShift: 1,
  segments: [
    {
      flight: 'EK1',
      airline: 'EK',
      airlineName: 'Emirates',
      operatorName: null,
      from: 'DXB',
      to: 'CDG',
      fromTerminal: '3',
      toTerminal: null,
      departs: '2027-01-01T07:30',
      arrives: '2027-01-01T12:10',
      minutes: 440,
      aircraftName: 'Airbus A380',
      cabin: 'economy',
      bookingClass: 'K',
      fareBasis: 'KHWRVEK',
    },
  ],
  layovers: [
    {
      airport: 'CDG',
      departsFrom: 'ORY',
      placeName: 'Paris',
      minutes: 90,
      grade: 'tight',
      overnight: false,
      airportChange: true,
      terminalChange: false,
      selfTransfer: true,
      risk: 'last',
      transit: { need: 'needed', because: null, source: 'gov.uk', checkedOn: calendarDate('2026-11-19') },
    },
  ],
};
const card: FlightCard = {
  key: 'EK1-20270101',
  offerId: 'h1.EK1-20270101.Y',
  brand: 'light',
  brandNameKey: 'fares:family.light',
  lifted: true,
  slice,
  included: [slice],
  cabinBag: { pieces: 1, kilograms: 7 },
  checkedBag: null,
  change: { permission: 'allowed', penalty: money(50_000, 'AED') },
  refund: { permission: 'not-allowed', penalty: null },
  total: money(317_375, 'AED'),
  each: money(158_688, 'AED'),
  co2: 612,
  usualCo2: null,
  seatsLeft: 2,
  tickets: 1,
  lines: [
    {
      kind: 'fare',
      nameKey: 'fares:family.light',
      traveller: 'adult',
      count: 1,
      each: money(1, 'AED'),
      amount: money(1, 'AED'),
      vat: null,
    },
  ],
  pricedAt: '2026-11-21T14:30:29.403Z',
};

const list = (name: string): ResultsList => ({
  asked: 1,
  answered: 1,
  failed: 0,
  found: 2,
  matching: 2,
  tabs: [],
  cards: [card, { ...card, lines: null, included: [], checkedBag: { pieces: null, kilograms: 20 } }],
  compared: [card],
  page: 1,
  pages: 1,
  facets: { stops: [], airlines: [], alliances: [], from: [], to: [], via: [], aircraft: [], checkedBag: 0, refundable: 0, changeable: 0 },
  bars: null,
  relax: [],
  lacking: null,
  names: { CODE: name },
  cities: {},
  airports: {},
});

it.each([['Xi\u2019an'], ["Xi'an"], ['"Quoted"'], [`Both ' and "`], ['Back\\slash \\" and \\\''], ['']])(
  'gives back what was packed, %s included',
  (name) => {
    const packed = packList(list(name));
    expect(unpackList(packed)).toEqual(list(name));
    // In the browser, where nothing was packed.
    for (let other = 0; other < 20; other += 1) packList(list(`other ${other}`));
    expect(unpackList(packed)).toEqual(list(name));
  },
);

it('holds no double quote where its words hold no quote', () => {
  expect(packList(list('London'))).not.toContain('"');
});
