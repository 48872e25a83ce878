import { listTravellersOf } from '#app/commerce/customers/book/travellers-store.server.ts';
import { readMrz } from '#app/commerce/customers/book/mrz-rules.ts';
import type { Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn } from '#app/values/dates.ts';
import type { TypedForm } from './evisa-form.ts';

/** The form of somebody in the viewer's own traveller book; what the book does not know stays as it was typed. */
export async function fillFromBook(platform: Platform, viewer: Viewer, travellerId: string, typed: TypedForm): Promise<TypedForm> {
  if (viewer.kind === 'anonymous') return typed;
  const person = (await listTravellersOf(platform, viewer.user.id)).find((one) => one.id === travellerId);
  if (!person) return typed;
  const passport = person.documents.find((document) => document.kind === 'passport');
  const known: TypedForm = {
    surname: person.surname,
    givenNames: person.givenNames,
    birthDate: person.birthDate,
    nationality: person.nationalities[0] ?? '',
    residence: person.residence,
    ...(passport ? { number: passport.number, issuedBy: passport.issuedBy, expires: passport.expires } : {}),
  };
  return { ...typed, ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== '')) };
}

/** The form filled from the passport's machine-readable zone; null when it cannot be read. */
export function fillFromZone(platform: Pick<Platform, 'clock'>, typed: TypedForm): TypedForm | null {
  const read = readMrz(typed.mrz ?? '', dateIn('Asia/Dubai', platform.clock.now()));
  if (!read.ok) return null;
  const { surname, givenNames, birthDate, sex, nationality, number, issuedBy, expires } = read.value;
  return { ...typed, surname, givenNames, birthDate, sex, nationality, number, issuedBy, expires };
}
