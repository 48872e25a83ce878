import { encode } from 'bcbp';
import { cabinLetters, type Segment } from '../offer.ts';

/** What a desk or machine needs to find one traveller on one flight. */
export interface BarcodeFacts {
  readonly surname: string;
  readonly given: string;
  readonly pnr: string;
  readonly segment: Pick<Segment, 'airline' | 'number' | 'from' | 'to' | 'departs' | 'cabin'>;
  /** Such as 24A; null: not assigned yet. */
  readonly seat: string | null;
}

/**
 * The IATA bar-coded string (Resolution 792) of one flight before check-in: passenger status 0 and no sequence
 * number, so a gate reads it as a ticket, never as a boarding pass.
 */
export function boardingBarcode(facts: BarcodeFacts): string {
  const { segment } = facts;
  return encode({
    data: {
      passengerName: `${plainName(facts.surname)}/${plainName(facts.given)}`.slice(0, 20),
      legs: [
        {
          operatingCarrierPNR: facts.pnr,
          departureAirport: segment.from,
          arrivalAirport: segment.to,
          operatingCarrierDesignator: segment.airline,
          flightNumber: String(segment.number).padStart(4, '0'),
          flightDate: new Date(`${segment.departs.local.slice(0, 10)}T00:00:00Z`),
          compartmentCode: cabinLetters[segment.cabin],
          seatNumber: facts.seat ? facts.seat.padStart(4, '0') : '',
          checkInSequenceNumber: '',
          passengerStatus: '0',
        },
      ],
    },
  });
}

/** Upper-case Latin letters only, as Resolution 792 allows. */
function plainName(name: string): string {
  return name
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '');
}
