import { addMonths, type CalendarDate } from '#app/values/dates.ts';
import { mayApply } from './evisa-eligibility.ts';
import { findSpeed, findType, type VisaCountry, type VisaType } from './evisa-offer.ts';

export interface OfferChange {
  /** A field, or `types.<code>`. */
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

const words = (value: unknown): string =>
  Array.isArray(value) ? value.join(' ') : value === null || value === undefined ? '' : String(value);

/** A type in one line: days and fees, so that two can be held against each other. */
export function typeLine(type: VisaType): string {
  const fils = (amount: number) => (amount / 100).toFixed(2);
  const speeds = type.speeds.map((speed) => `${speed.code} ${speed.days} +${fils(speed.governmentExtra)} +${fils(speed.serviceExtra)}`);
  return [`${type.stay}/${type.validity}`, type.official, fils(type.governmentFee), fils(type.serviceFee), ...speeds].join(' · ');
}

/** What a draft changes of what is sold, field by field. */
export function offerChanges(before: VisaCountry, after: VisaCountry): OfferChange[] {
  const flat = (offer: VisaCountry): ReadonlyMap<string, string> => {
    const { types, calendar, code: _, ...rest } = offer;
    return new Map([
      ...Object.entries({ ...rest, ...calendar }).map(([field, value]) => [field, words(value)] as const),
      ...types.map((type) => [`types.${type.code}`, typeLine(type)] as const),
    ]);
  };
  const [old, now] = [flat(before), flat(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const change = { field, before: old.get(field) ?? '', after: now.get(field) ?? '' };
    return change.before === change.after ? [] : [change];
  });
}

/** An application as a draft is tried on it. */
export interface TriedApplication {
  readonly nationality: string;
  readonly residence: string;
  readonly passportExpires: CalendarDate | null;
  readonly arrival: CalendarDate;
  readonly typeCode: string;
  readonly speed: string;
  /** What it was sold under. */
  readonly sold: VisaCountry;
}

export interface Simulation {
  readonly applications: number;
  /** Would no longer be taken: their passport, or how long it is valid. */
  readonly refused: number;
  /** Chose a type or speed that the draft does not sell. */
  readonly withoutType: number;
  /** Would have to send another document. */
  readonly morePapers: number;
  /** What all of them would pay more, or less; fils. */
  readonly priceDifference: number;
}

const priceOf = (offer: VisaCountry, typeCode: string, speedCode: string): number | null => {
  const type = findType(offer, typeCode);
  const speed = type && findSpeed(type, speedCode);
  return type && speed ? type.governmentFee + type.serviceFee + speed.governmentExtra + speed.serviceExtra : null;
};

/** What a draft would mean for applications that are under way, were it theirs. It is not: each keeps what it was sold under. */
export function simulateOffer(draft: VisaCountry, applications: readonly TriedApplication[]): Simulation {
  let [refused, withoutType, morePapers, priceDifference] = [0, 0, 0, 0];
  for (const one of applications) {
    const tooShort = one.passportExpires !== null && one.passportExpires < addMonths(one.arrival, draft.passportMonths);
    if ((one.nationality !== '' && mayApply(draft, one.nationality, one.residence) === 'not-open') || tooShort) refused += 1;
    const price = priceOf(draft, one.typeCode, one.speed);
    if (price === null) withoutType += 1;
    else priceDifference += price - (priceOf(one.sold, one.typeCode, one.speed) ?? price);
    if (draft.documents.some((document) => !one.sold.documents.includes(document))) morePapers += 1;
  }
  return { applications: applications.length, refused, withoutType, morePapers, priceDifference };
}
