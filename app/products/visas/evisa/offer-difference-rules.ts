import { addMonths, type CalendarDate } from '#app/values/dates.ts';
import { mayApply } from './evisa-eligibility.ts';
import { findSpeed, findType, type VisaCountry, type VisaSpeed, type VisaType } from './evisa-offer.ts';

/** One thing of an offer: what is a list is a set, whose order says nothing; null where it is not there. */
export type OfferValue = string | number | boolean | readonly (string | number)[] | null;

type TypePart = 'validity' | 'official' | 'governmentFee' | 'serviceFee';
type SpeedPart = 'days' | 'governmentExtra' | 'serviceExtra';
export type OfferPart = Exclude<keyof VisaCountry, 'types' | 'calendar' | 'code'> | keyof VisaCountry['calendar'] | TypePart | SpeedPart;

export interface OfferChange {
  readonly part: OfferPart;
  /** Of which type of visa, and of which of its speeds. */
  readonly type: Pick<VisaType, 'code' | 'purpose' | 'stay' | 'entries'> | null;
  readonly speed: VisaSpeed['code'] | null;
  readonly before: OfferValue;
  readonly after: OfferValue;
}

const isList = (value: OfferValue): value is readonly (string | number)[] => Array.isArray(value);

function isSame(one: OfferValue, other: OfferValue): boolean {
  if (!isList(one) || !isList(other)) return one === other;
  const [these, those] = [new Set(one), new Set(other)];
  return these.size === those.size && [...these].every((each) => those.has(each));
}

type Told = Omit<OfferChange, 'before' | 'after'> & { readonly value: OfferValue };

/** An offer as single things, each under a key of its own. */
function flat(offer: VisaCountry): Map<string, Told> {
  const { types, calendar, code: _, ...rest } = offer;
  const things = new Map<string, Told>();
  for (const [part, value] of Object.entries({ ...rest, ...calendar }) as [OfferPart, OfferValue][])
    things.set(part, { part, type: null, speed: null, value });
  for (const type of types) {
    const { validity, official, governmentFee, serviceFee, speeds } = type;
    const own = { code: type.code, purpose: type.purpose, stay: type.stay, entries: type.entries };
    const tell = (part: TypePart | SpeedPart, value: OfferValue, speed: VisaSpeed['code'] | null = null) =>
      things.set([type.code, speed, part].join('.'), { part, type: own, speed, value });
    tell('validity', validity);
    tell('official', official);
    tell('governmentFee', governmentFee);
    tell('serviceFee', serviceFee);
    for (const { code, days, governmentExtra, serviceExtra } of speeds) {
      tell('days', days, code);
      tell('governmentExtra', governmentExtra, code);
      tell('serviceExtra', serviceExtra, code);
    }
  }
  return things;
}

/** What a draft changes of what is sold, one thing after the other. */
export function offerChanges(before: VisaCountry, after: VisaCountry): OfferChange[] {
  const [old, now] = [flat(before), flat(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const { part, type, speed } = (now.get(key) ?? old.get(key))!;
    const [was, becomes] = [old.get(key)?.value ?? null, now.get(key)?.value ?? null];
    // A speed that comes or goes adds nothing where it costs nothing more.
    const isNothing = part.endsWith('Extra') && !was && !becomes;
    return isNothing || isSame(was, becomes) ? [] : [{ part, type, speed, before: was, after: becomes }];
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
