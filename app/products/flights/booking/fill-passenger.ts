import type { Identity } from '#app/commerce/customers/book/profile.ts';
import type { Traveller, TravellerDocument } from '#app/commerce/customers/book/traveller.ts';
import { spokenName } from '#app/commerce/customers/book/traveller.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import type { JourneyFacts } from '../journey-facts.ts';
import { checkAge } from './passenger-eligibility.ts';
import { titlesFor, type Typed } from './passenger-form.ts';

/** Somebody whose papers an account holds; its owner may not have said when they were born. */
export type KnownPerson = Omit<Traveller, 'birthDate' | 'guardianId' | 'agreedAt'> & { readonly birthDate: CalendarDate | '' };

/** A person for a card, with the passport that would be used where there is a choice of them. */
export interface OfferedPerson {
  readonly id: string;
  readonly name: string;
  /** The owner of the account themselves. */
  readonly own: boolean;
  readonly passport: Pick<TravellerDocument, 'issuedBy' | 'expires'> | null;
}

const ownId = 'me';

/** The traveller book, and before it the owner of the account unless the book has them too. */
export function peopleOfAccount(identity: Identity | null, book: readonly Traveller[]): readonly KnownPerson[] {
  if (!identity || identity.surname === '') return book;
  const twin = book.some(
    ({ surname, givenNames, birthDate }) =>
      surname === identity.surname && givenNames === identity.given && (identity.birth === '' || birthDate === identity.birth),
  );
  if (twin) return book;
  const own: KnownPerson = {
    id: ownId,
    // Of women the profile does not say which title they use.
    title: identity.gender === 'M' ? 'MR' : '',
    surname: identity.surname,
    givenNames: identity.given,
    singleName: identity.given === '',
    nativeName: identity.native,
    birthDate: identity.birth as CalendarDate | '',
    nationalities: identity.nationality === '' ? [] : [identity.nationality],
    residence: identity.residence,
    needs: [],
    documents: [],
    flyerNumbers: [],
  };
  return [own, ...book];
}

const passportsOf = (person: KnownPerson) => person.documents.filter((document) => document.kind === 'passport');

/**
 * Who may take a place on this journey, by the age on its dates. Whoever has several passports that last until then is
 * offered once with each: which one is shown at the border is theirs to say.
 */
export function travellersFor(people: readonly KnownPerson[], index: number, journey: JourneyFacts): readonly OfferedPerson[] {
  const type = journey.types[index]!;
  return people
    .filter(({ birthDate }) => (birthDate === '' ? type === 'adult' : checkAge(type, birthDate, journey.flights).problem === null))
    .flatMap((person): OfferedPerson[] => {
      const offered = { id: person.id, name: spokenName(person), own: person.id === ownId, passport: null };
      const lasting = [...passportsOf(person).entries()].filter(([, { expires }]) => expires >= journey.flights.first);
      if (lasting.length < 2) return [offered];
      return lasting.map(([at, { issuedBy, expires }]) => ({ ...offered, id: `${person.id}~${at}`, passport: { issuedBy, expires } }));
    });
}

/** The fields of one card for somebody by the id under which they are offered; null when it is nobody's. */
export function fillWith(people: readonly KnownPerson[], id: string, index: number, journey: JourneyFacts): Typed | null {
  const [personId, passport] = id.split('~');
  const person = people.find((each) => each.id === personId);
  if (!person) return null;
  const chosen = passport === undefined ? undefined : passportsOf(person)[Number(passport)];
  return { ...fillPassenger(person, index, journey, chosen), [`p${index}.from`]: id };
}

/**
 * A known person in the fields of one card: the passport that was chosen, else the one that lasts longest, and the
 * membership of an airline that flies the journey. Fields nothing is known of are emptied, so that two people never mix.
 */
export function fillPassenger(person: KnownPerson, index: number, journey: JourneyFacts, chosen?: TravellerDocument): Typed {
  const passport = chosen ?? passportsOf(person).toSorted((a, b) => b.expires.localeCompare(a.expires))[0];
  const flyer = person.flyerNumbers.find((each) => journey.airlines.includes(each.airline));
  const [birthYear = '', birthMonth = '', birthDay = ''] = person.birthDate.split('-');
  const [expiryYear = '', expiryMonth = '', expiryDay = ''] = passport?.expires.split('-') ?? [];
  const title = titlesFor[journey.types[index]!].find((each) => each === person.title) ?? '';
  const nationality = person.nationalities.includes(passport?.issuedBy ?? '') ? passport!.issuedBy : person.nationalities[0];
  const fields: Record<string, string> = {
    title,
    surname: person.surname,
    given: person.givenNames,
    native: person.nativeName,
    single: person.singleName ? 'on' : '',
    birthYear,
    birthMonth,
    birthDay,
    nationality: nationality ?? '',
    residence: person.residence,
    number: passport?.number ?? '',
    issuedBy: passport?.issuedBy ?? '',
    expiryYear,
    expiryMonth,
    expiryDay,
    // The book does not know it, and another's must not stay.
    issuedYear: '',
    issuedMonth: '',
    issuedDay: '',
    flyerAirline: flyer?.airline ?? '',
    flyerNumber: flyer?.number ?? '',
    keep: '',
  };
  for (const need of person.needs) fields[`assist.${need}`] = 'on';
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [`p${index}.${field}`, value]));
}
