import { describe, expect, it } from 'vitest';
import {
  emptyBooking,
  emptyPassenger,
  firstMissingStep,
  missingBefore,
  mirrorOf,
  passengerTypes,
  totalPassengers,
  withFlights,
  type FlightBooking,
} from './booking-draft.ts';
import type { FlightSearch, Offer } from '../offer.ts';
import { readMirror } from './read-mirror.ts';

const search: FlightSearch = {
  slices: [
    { from: 'DXB', to: 'LIS', date: '2026-12-05' },
    { from: 'LIS', to: 'DXB', date: '2026-12-19' },
  ],
  passengers: { adults: 1, children: 1, infants: 1 },
  cabin: 'economy',
  maxStops: 2,
};
const slice = (from: string, to: string, date: string) => ({
  from,
  to,
  segments: [{ flight: 'EK191', departs: { local: `${date}T07:25` }, arrives: { local: `${date}T12:35` } }],
});
const offer = {
  id: 'h1.EK191-20261205.EK192-20261219.Y',
  brands: [{ code: 'light' }, { code: 'value' }, { code: 'flex' }],
  slices: [slice('DXB', 'LIS', '2026-12-05'), slice('LIS', 'DXB', '2026-12-19')],
} as unknown as Offer;

const layla = {
  ...emptyPassenger('adult'),
  title: 'MS' as const,
  givenNames: 'LAYLA',
  surname: 'HADDAD',
  birthDate: '1990-03-04',
  document: { number: 'N1234567', expires: '2029-08-01', issuedBy: 'JO' },
};
const child = { ...emptyPassenger('child'), title: 'MISS' as const, givenNames: 'NOUR', surname: 'HADDAD', birthDate: '2019-03-04' };
const infant = { ...emptyPassenger('infant'), title: 'MSTR' as const, givenNames: 'ZAYD', surname: 'HADDAD', birthDate: '2026-03-04' };
const chosen = withFlights(emptyBooking, search, [offer], 'value');
const typed: FlightBooking = {
  ...chosen,
  passengerDetails: [layla, child, infant],
  contactInfo: { email: 'l@example.com', phone: '+971501234567', secondPhone: '' },
};

describe('the draft', () => {
  it('starts as the specification says', () => {
    expect(emptyBooking).toEqual({
      searchParams: null,
      selectedOutboundFlight: null,
      selectedReturnFlight: null,
      passengerDetails: [],
      contactInfo: null,
      ticketType: 'standard',
      extras: { mealPreferences: {}, fastTrack: false, insurance: false },
      seatSelections: {},
      totalPrice: 0,
      currentStep: 1,
    });
  });
  it('counts adults, children and infants, or one without a search', () => {
    expect(totalPassengers(emptyBooking)).toBe(1);
    expect(totalPassengers(chosen)).toBe(3);
    expect(passengerTypes(search.passengers)).toEqual(['adult', 'child', 'infant']);
  });
  it('takes a return sold as one offer under one id', () => {
    expect(chosen.selectedOutboundFlight).toMatchObject({
      offerId: offer.id,
      brand: 'value',
      summary: { from: 'DXB', to: 'LIS', flights: ['EK191'] },
    });
    expect(chosen.selectedReturnFlight).toMatchObject({ offerId: offer.id, summary: { from: 'LIS', to: 'DXB' } });
  });
  it('keeps travellers and drops seats and meals when other flights are chosen', () => {
    const full = {
      ...typed,
      seatSelections: { 'EK191-20261205:0': '24A' },
      extras: { ...typed.extras, mealPreferences: { 'EK191-20261205:0': 'VGML' } },
      currentStep: 6,
    };
    const changed = withFlights(full, { ...search, passengers: { adults: 2, children: 0, infants: 0 } }, [offer], 'light');
    expect(changed.passengerDetails).toEqual([layla, emptyPassenger('adult')]);
    expect(changed.seatSelections).toEqual({});
    expect(changed.extras.mealPreferences).toEqual({});
    expect(changed.currentStep).toBe(2);
  });
});

describe('a step opened without its predecessors', () => {
  it('leads to the first missing one, in order', () => {
    expect(firstMissingStep(emptyBooking)).toBe('search');
    expect(firstMissingStep({ ...emptyBooking, searchParams: search })).toBe('results');
    expect(firstMissingStep(chosen)).toBe('passengers');
    expect(firstMissingStep({ ...typed, currentStep: 3 })).toBe('ticket-type');
    expect(firstMissingStep({ ...typed, currentStep: 4 })).toBe('extras');
    expect(firstMissingStep({ ...typed, currentStep: 5 })).toBe('seats');
    expect(firstMissingStep({ ...typed, currentStep: 6 })).toBe('checkout');
  });
  it('cannot be talked over by a high step number', () => {
    expect(firstMissingStep({ ...emptyBooking, currentStep: 6 })).toBe('search');
    expect(firstMissingStep({ ...chosen, currentStep: 6 })).toBe('passengers');
    expect(missingBefore({ ...chosen, currentStep: 6 }, 'seats')).toBe('passengers');
  });
  it('may be opened again when it was done', () => {
    expect(missingBefore({ ...typed, currentStep: 6 }, 'passengers')).toBeNull();
    expect(missingBefore({ ...typed, currentStep: 4 }, 'seats')).toBe('extras');
  });
});

describe('the copy in the browser', () => {
  it('holds no birth date, no passport number and no expiry', () => {
    const text = JSON.stringify(mirrorOf(typed));
    for (const secret of ['1990-03-04', '2019-03-04', 'N1234567', '2029-08-01', 'birthDate', 'document'])
      expect(text).not.toContain(secret);
    expect(text).toContain('HADDAD');
  });
  it('is read back as it was written', () => {
    expect(readMirror(JSON.stringify(mirrorOf(typed)))).toEqual(mirrorOf(typed));
    expect(readMirror(JSON.stringify(mirrorOf(emptyBooking)))).toEqual(mirrorOf(emptyBooking));
  });
  it('remembers everything that was asked for: bags, self-transfer, nearby airports and days around', () => {
    const wide: FlightSearch = {
      ...search,
      slices: search.slices.map((each) => ({ ...each, flexDays: 3 as const, nearby: true })),
      bags: true,
      selfTransfer: true,
    };
    const read = readMirror(JSON.stringify(mirrorOf({ ...typed, searchParams: wide })))!;
    expect(read.searchParams).toEqual(wide);
    const odd = {
      ...search,
      bags: 'yes',
      selfTransfer: 1,
      slices: search.slices.map((each) => ({ ...each, flexDays: 30, nearby: 'all' })),
    };
    expect(readMirror(JSON.stringify({ ...mirrorOf(typed), searchParams: odd }))!.searchParams).toEqual(search);
  });
  it('is left alone when it is corrupt, of another kind or far too long', () => {
    for (const text of ['', '{', 'null', '[]', '7', '"x"', '{"searchParams":7}', '{"searchParams":{"slices":[]}}'])
      expect(readMirror(text), text).toBeNull();
    expect(readMirror(JSON.stringify({ pad: 'x'.repeat(50_000) }))).toBeNull();
  });
  it('loses unknown keys, foreign travellers and what is no seat or meal', () => {
    const tampered = {
      ...mirrorOf(typed),
      admin: true,
      passengerDetails: [...mirrorOf(typed).passengerDetails, { type: 'adult', surname: 'EXTRA' }],
      seatSelections: { 'EK191-20261205:0': '24A', x: '1A', 'EK191-20261205:1': '<b>' },
      totalPrice: 'free',
      currentStep: 99,
    };
    const read = readMirror(JSON.stringify(tampered))!;
    expect(read).not.toHaveProperty('admin');
    expect(read.passengerDetails).toHaveLength(3);
    expect(read.seatSelections).toEqual({ 'EK191-20261205:0': '24A' });
    expect([read.totalPrice, read.currentStep]).toEqual([0, 1]);
  });
  it('with counts that cannot be sold is no booking', () => {
    const with10 = { ...mirrorOf(typed), searchParams: { ...search, passengers: { adults: 10, children: 0, infants: 0 } } };
    expect(readMirror(JSON.stringify(with10))).toBeNull();
    const odd = { ...mirrorOf(typed), searchParams: { ...search, passengers: { adults: 1, children: 0, infants: 3 } } };
    expect(readMirror(JSON.stringify(odd))).toBeNull();
  });
});
