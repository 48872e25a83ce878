import type { Traveller } from '#app/commerce/customers/book/traveller.ts';
import { spokenName } from '#app/commerce/customers/book/traveller.ts';
import type { JourneyFacts } from './journey-facts.ts';
import { checkAge } from './passenger-eligibility.ts';
import { titlesFor, type Typed } from './passenger-form.ts';

/** Who of a traveller book may take a place on this journey, by the age on its dates. */
export function travellersFor(book: readonly Traveller[], index: number, journey: JourneyFacts): readonly { id: string; name: string }[] {
  const type = journey.types[index]!;
  return book
    .filter((traveller) => checkAge(type, traveller.birthDate, journey.flights).problem === null)
    .map((traveller) => ({ id: traveller.id, name: spokenName(traveller) }));
}

/**
 * A kept traveller in the fields of one card: the passport that lasts longest beyond the journey, and the membership of
 * an airline that flies it. Fields the book knows nothing of are emptied, so that two people never mix.
 */
export function fillPassenger(traveller: Traveller, index: number, journey: JourneyFacts): Typed {
  const passports = traveller.documents.filter((document) => document.kind === 'passport');
  const [passport] = [...passports].sort((a, b) => b.expires.localeCompare(a.expires));
  const flyer = traveller.flyerNumbers.find((each) => journey.airlines.includes(each.airline));
  const [birthYear = '', birthMonth = '', birthDay = ''] = traveller.birthDate.split('-');
  const [expiryYear = '', expiryMonth = '', expiryDay = ''] = passport?.expires.split('-') ?? [];
  const title = titlesFor[journey.types[index]!].find((each) => each === traveller.title) ?? '';
  const nationality = traveller.nationalities.includes(passport?.issuedBy ?? '') ? passport!.issuedBy : traveller.nationalities[0];
  const fields: Record<string, string> = {
    title,
    surname: traveller.surname,
    given: traveller.givenNames,
    native: traveller.nativeName,
    single: traveller.singleName ? 'on' : '',
    birthYear,
    birthMonth,
    birthDay,
    nationality: nationality ?? '',
    residence: traveller.residence,
    number: passport?.number ?? '',
    issuedBy: passport?.issuedBy ?? '',
    expiryYear,
    expiryMonth,
    expiryDay,
    flyerAirline: flyer?.airline ?? '',
    flyerNumber: flyer?.number ?? '',
  };
  for (const need of traveller.needs) fields[`assist.${need}`] = 'on';
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [`p${index}.${field}`, value]));
}
