import type { Traveller } from '#app/commerce/customers/book/traveller.ts';
import { careNeeds } from '#app/commerce/customers/book/traveller.ts';
import { listTravellersOf, writeTraveller } from '#app/commerce/customers/book/travellers-store.server.ts';
import type { Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import type { FlightDraft, PassengerDetails } from './booking-draft.ts';
import { fieldsOfDraft } from './passenger-form.ts';

type Named = Pick<Traveller, 'surname' | 'givenNames'> & { readonly birthDate: string };
const isSame = (a: Named, b: Named) => a.surname === b.surname && a.givenNames === b.givenNames && a.birthDate === b.birthDate;

/**
 * Writes those into the customer's traveller book whose card asks for it, with the order and in its transaction. Who is in
 * the book stays there as they are; a book that is full takes nobody more. Grown-ups come first, as the guardians of the
 * children.
 */
export async function keepTravellers(
  tx: Tx,
  { crypto, clock }: Pick<Platform, 'crypto' | 'clock'>,
  userId: string,
  draft: FlightDraft,
): Promise<void> {
  const fields = fieldsOfDraft(draft);
  const party = draft.booking.passengerDetails;
  const wanted = party.filter((_, index) => fields[`p${index}.keep`] === 'on');
  if (wanted.length === 0) return;
  const book: (Named & { readonly id: string })[] = [...(await listTravellersOf({ db: tx, crypto }, userId))];
  for (const passenger of wanted.toSorted((a, b) => Number(a.type !== 'adult') - Number(b.type !== 'adult'))) {
    if (book.some((known) => isSame(known, passenger))) continue;
    const adult = party.find(({ type }) => type === 'adult');
    const guardian = adult && book.find((known) => isSame(known, adult));
    const id = await writeTraveller(tx, { crypto, clock }, userId, null, savedAs(passenger, guardian?.id ?? null));
    if (id !== null) book.push({ ...passenger, id });
  }
}

function savedAs(passenger: PassengerDetails, guardianId: string | null): Parameters<typeof writeTraveller>[4] {
  const isAdult = passenger.type === 'adult';
  const { document, frequentFlyer } = passenger;
  return {
    title: passenger.title ?? '',
    surname: passenger.surname,
    givenNames: passenger.givenNames,
    singleName: passenger.singleName,
    nativeName: passenger.nativeName,
    birthDate: passenger.birthDate as CalendarDate,
    nationalities: [passenger.nationality],
    residence: passenger.residence,
    needs: careNeeds.filter((need) => passenger.assistance.includes(need)),
    guardianId: isAdult ? null : guardianId,
    agreed: isAdult,
    documents: document
      ? [{ kind: 'passport', number: document.number, issuedBy: document.issuedBy, expires: document.expires as CalendarDate }]
      : [],
    flyerNumbers: frequentFlyer ? [frequentFlyer] : [],
  };
}
