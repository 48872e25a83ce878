import { readDeskDays } from '#app/commerce/inquiries/desk-hours.server.ts';
import { dateIn, type CalendarDate } from '#app/values/dates.ts';
import { readMrz } from '#app/commerce/customers/book/mrz-rules.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryNames } from '#app/ui/country-names.server.ts';
import { askRegister } from './ask-register.server.ts';
import { deliverBy } from './evisa-deadline.ts';
import { refusalsOf, type TravelRefusal } from './evisa-eligibility.ts';
import { checkForm, type EvisaField, type EvisaPerson, type FieldFault, type TypedForm } from './evisa-form.ts';
import { mrzDifferences, type ComparedField } from './evisa-mrz-rules.ts';
import { askingStates } from './evisa-status.ts';
import { findSpeed, findType, type DocumentCode, type VisaSpeed, type VisaType } from './evisa-offer.ts';
import { findApplications, openTyped } from './evisa-applications-store.server.ts';
import { findDocuments } from './evisa-documents-store.server.ts';
import { findRequests } from './evisa-requests-store.server.ts';
import type { EvisaApplication, EvisaDocument, EvisaGroup, EvisaRequest } from './evisa.tables.ts';

/** One traveller of a group, read and checked. */
export interface ReadApplication {
  readonly application: EvisaApplication;
  readonly typed: TypedForm;
  readonly faults: Readonly<Partial<Record<EvisaField, FieldFault>>>;
  readonly person: EvisaPerson | null;
  readonly documents: readonly EvisaDocument[];
  readonly missing: readonly DocumentCode[];
  readonly refusals: readonly TravelRefusal[];
  /** Fields that the passport's zone contradicts; null when no zone was given, `unread` when it cannot be read. */
  readonly zone: readonly ComparedField[] | 'unread' | null;
  readonly requests: readonly EvisaRequest[];
  /** Nothing stands in the way of paying for it. */
  readonly ready: boolean;
}

export interface ReadGroup {
  readonly group: EvisaGroup;
  readonly type: VisaType;
  readonly speed: VisaSpeed;
  readonly today: CalendarDate;
  /** Were it paid today. */
  readonly promised: CalendarDate;
  readonly travellers: readonly ReadApplication[];
}

/** What the traveller is asked for and has not sent yet, while an answer is taken. */
export function openRequestOf({ application, requests }: Pick<ReadApplication, 'application' | 'requests'>): EvisaRequest | undefined {
  return askingStates.includes(application.status) ? requests.findLast((request) => request.answeredAt === null) : undefined;
}

/** Papers that a request asks for and that were not sent since; `fresh`: kinds that were. */
export function stillAsked({ items }: Pick<EvisaRequest, 'items'>, fresh: readonly string[]): DocumentCode[] {
  return items.flatMap((item) => (item.kind === 'document' && !fresh.includes(item.code) ? [item.code] : []));
}

/** Papers of a country; a birth certificate only for those who are not grown up. */
export function documentsOf(group: Pick<EvisaGroup, 'offer'>, person: EvisaPerson | null): readonly DocumentCode[] {
  const child = person !== null && person.type !== 'adult';
  const asked = group.offer.documents.filter((code) => code !== 'birth-certificate' || child);
  return child && !asked.includes('birth-certificate') ? [...asked, 'birth-certificate'] : asked;
}

/** A group with every traveller's form and papers checked as they stand now. */
export async function readGroup(platform: Pick<Platform, 'db' | 'crypto' | 'clock'>, group: EvisaGroup): Promise<ReadGroup> {
  const { db, crypto, clock } = platform;
  const applications = await findApplications(db, group.id);
  const ids = applications.map((application) => application.id);
  const [documents, requests, houseWorks] = await Promise.all([findDocuments(db, ids), findRequests(db, ids), readDeskDays(db, 'visas')]);
  const today = dateIn('Asia/Dubai', clock.now());
  const type = findType(group.offer, group.typeCode)!;
  const speed = findSpeed(type, group.speed)!;
  const promised = deliverBy({ authority: group.offer.calendar, houseWorks }, speed.days, today);
  const known = new Set(countryNames('en').map(({ code }) => code));
  const read = applications.map((application) => {
    const typed = openTyped(crypto, application);
    return {
      application,
      typed,
      ...checkForm(group.offer, typed, { today, arrival: group.arrival, isCountry: (code) => known.has(code) }),
    };
  });
  const register = await Promise.all(
    read.map(({ person }) =>
      // That a mission gives the visa closes the way online; it is what an assisted case is for.
      person && group.route === 'evisa'
        ? askRegister(platform, group.country, { passport: person.nationality, residence: person.residence, arrival: group.arrival })
        : null,
    ),
  );
  return {
    group,
    type,
    speed,
    today,
    promised,
    travellers: read.map(({ application, typed, faults, person }, at) => {
      const own = documents.filter((document) => document.applicationId === application.id);
      const missing = documentsOf(group, person).filter((code) => !own.some((document) => document.kind === code));
      const refusals = person
        ? refusalsOf(
            group.offer,
            { ...person, passportExpires: person.document.expires, arrival: group.arrival, register: register[at] ?? null },
            today,
            promised,
          )
        : [];
      const zone = compareZone(person, typed, today);
      return {
        application,
        typed,
        faults,
        person,
        documents: own,
        missing,
        refusals,
        zone,
        requests: requests.filter((request) => request.applicationId === application.id),
        // The file of an assisted case is built after the payment, with its officer.
        ready:
          person !== null &&
          (missing.length === 0 || group.route === 'assisted') &&
          refusals.length === 0 &&
          (zone === null || (zone !== 'unread' && zone.length === 0)),
      };
    }),
  };
}

function compareZone(person: EvisaPerson | null, typed: TypedForm, today: CalendarDate): ReadApplication['zone'] {
  if (!typed.mrz) return null;
  const read = readMrz(typed.mrz, today);
  if (!read.ok) return 'unread';
  if (!person) return [];
  const { surname, givenNames, birthDate, nationality } = person;
  return mrzDifferences(
    { surname, givenNames, birthDate, nationality, number: person.document.number, expires: person.document.expires },
    read.value,
  );
}
