import { money } from '#app/values/money.ts';
import { formatOfferId } from './offer.ts';
import type { FareRule, Offer } from './offer.ts';

/** A direct offer DXB-LHR on 5 December 2026 with one fare family and no taxes. */
export function anOffer(given: { supplier?: string; flight?: string; dirhams?: number } = {}): Offer {
  const { supplier = 'house', flight = 'EK1', dirhams = 1500 } = given;
  const airline = flight.slice(0, 2);
  const number = Number(flight.slice(2));
  const refused: FareRule = { permission: 'not-allowed', penalty: null };
  return {
    id: formatOfferId({ slices: [[{ airline, number, date: '2026-12-05' }]], cabin: 'economy' }),
    supplier,
    slices: [
      {
        from: 'DXB',
        to: 'LHR',
        segments: [
          {
            flight,
            airline,
            number,
            operator: airline,
            from: 'DXB',
            to: 'LHR',
            fromTerminal: '3',
            toTerminal: '3',
            departs: { local: '2026-12-05T07:45', utc: '2026-12-05T03:45:00Z', zone: 'Asia/Dubai' },
            arrives: { local: '2026-12-05T11:25', utc: '2026-12-05T11:25:00Z', zone: 'Europe/London' },
            minutes: 460,
            aircraft: '388',
            aircraftName: 'Airbus A380-800',
            cabin: 'economy',
            bookingClass: 'Q',
            seatsLeft: 9,
          },
        ],
        layovers: [],
        minutes: 460,
        stops: 0,
        dayShift: 0,
      },
    ],
    cabin: 'economy',
    passengers: { adults: 1, children: 0, infants: 0 },
    validatingAirline: airline,
    tickets: 1,
    brands: [
      {
        code: 'light',
        nameKey: 'families.light',
        fares: [{ type: 'adult', count: 1, base: money(dirhams * 100, 'AED'), taxes: [] }],
        fareTotal: money(dirhams * 100, 'AED'),
        cabinBag: { pieces: 1, kilograms: 7 },
        checkedBag: null,
        seatChoice: 'not-allowed',
        changeBefore: refused,
        changeAfter: refused,
        refundBefore: refused,
        refundAfter: refused,
        noShow: refused,
        upgrade: 'not-allowed',
        milesPercent: null,
      },
    ],
    seatsLeft: 9,
    co2: { kilograms: 356, usualKilograms: null },
    pricedAt: '2026-11-21T08:00:00.000Z',
    expiresAt: '2026-11-21T08:30:00.000Z',
  };
}
