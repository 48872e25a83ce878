import { readRecordDisputes } from '#app/commerce/disputes/staff/read-record-disputes.server.ts';
import { readRecordCheck } from '#app/commerce/orders/staff/read-record-check.server.ts';
import { findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import type { OpenNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import { readMrz } from '#app/commerce/customers/book/mrz-rules.ts';
import { findStaffNames, listStaffWith } from '#app/platform/access-store.server.ts';
import { may, type Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { fieldsOf, type EvisaField } from '../evisa-form.ts';
import { evisaMachine, withAuthorityStates, type EvisaEvent } from '../evisa-status.ts';
import { findApplication, findApplications, findEvents, openIssued } from '../evisa-applications-store.server.ts';
import { findDocuments } from '../evisa-documents-store.server.ts';
import { findGroupAsSystem } from '../evisa-groups-store.server.ts';
import { requestPlace } from '../evisa-requests-store.server.ts';
import { evisaTitle, typeWords } from '../evisa-words.server.ts';
import { documentsOf, openRequestOf, readGroup } from '../read-evisa-group.server.ts';
import { readDoorDesk } from '../../delivery/staff/read-door-desk.server.ts';
import { isLate } from './evisa-desk-store.server.ts';
import { readVisaLine } from './read-visa-line.server.ts';
import { readChecks } from './review-rules.ts';
import { proofRead } from './issued-visa-rules.ts';

type Staff = Viewer & { readonly kind: 'staff' };

const countryFields: readonly EvisaField[] = ['nationality', 'residence', 'issuedBy'];
const hidden = '•••••';

/** One application as the desk works on it: papers beside fields, marks where they differ, what may be done next. */
export async function openEvisaCase(
  platform: Platform,
  viewer: Staff,
  id: string,
  { notes, language }: { readonly notes: OpenNotes['notes']; readonly language: LanguageCode },
) {
  const { db, crypto } = platform;
  const application = await findApplication(db, id);
  const group = application?.receivedAt ? await findGroupAsSystem(db, application.groupId) : null;
  if (!application || !group?.orderId) return null;
  const [read, order, events, all, siblings, colleagues] = await Promise.all([
    readGroup(platform, group),
    findOrderAsSystem(db, group.orderId),
    findEvents(db, id),
    findDocuments(db, [id]),
    findApplications(db, group.id),
    listStaffWith(db, 'visas:decide'),
  ]);
  const own = read.travellers[application.position]!;
  const reveals = may(viewer, 'passports:reveal');
  const works = may(viewer, 'visas:decide');
  const issued = openIssued(crypto, application);
  const marks = new Set<string>(Array.isArray(own.zone) ? (own.zone as readonly string[]) : []);
  const zone = own.typed.mrz ? readMrz(own.typed.mrz, read.today) : null;
  const staffIds = [application.officer, application.reviewedBy, application.filedBy];
  const names = await findStaffNames(
    db,
    staffIds.flatMap((staffId) => staffId ?? []),
  );
  const nameOf = (staffId: string | null) => staffId && (names.get(staffId) ?? null);
  return {
    id,
    version: application.version,
    status: application.status,
    title: evisaTitle(group.country, language),
    type: typeWords(read.type, language),
    stay: read.type.stay,
    speed: group.speed,
    arrival: group.arrival,
    authority: group.offer.authority,
    site: group.offer.site,
    language: group.language,
    reference: order!.reference,
    orderStatus: order!.status,
    name: `${own.typed.givenNames ?? ''} ${own.typed.surname ?? ''}`.trim(),
    number: application.position + 1,
    siblings: siblings.filter((one) => one.id !== id).map((one) => ({ id: one.id, number: one.position + 1, status: one.status })),
    today: read.today,
    deliverBy: application.deliverBy,
    late: isLate({ ...application, waits: openRequestOf(own) !== undefined }, read.today),
    waiting: openRequestOf(own) !== undefined,
    /** By when the authority wants its answer, and whether that day is behind. */
    authorityDue: application.authorityDue,
    authorityLate: application.authorityDue !== null && application.authorityDue < read.today,
    officer: nameOf(application.officer),
    mine: application.officer === viewer.user.id,
    /** To whom it may be given; nobody once it is over. */
    colleagues: application.overAt
      ? []
      : colleagues
          .filter(({ userId }) => userId !== application.officer)
          .map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    authorityReference: application.authorityReference,
    rejection: application.rejection,
    disputes: await readRecordDisputes(db, viewer, group.orderId),
    check: await readRecordCheck(db, viewer, order!),
    works,
    reveals,
    fields: fieldsOf(group.offer).map((field) => {
      const value = own.typed[field] ?? '';
      const secret = !reveals && ['number', 'mrz', 'birthDate'].includes(field) && value !== '';
      return {
        field,
        value: secret ? hidden : countryFields.includes(field) && value ? countryName(value, language) : value,
        /** What the passport's zone says instead. */
        zone: marks.has(field) && zone?.ok && reveals ? String(zone.value[field as keyof typeof zone.value]) : null,
        differs: marks.has(field),
      };
    }),
    zoneUnread: own.zone === 'unread',
    papers: all.map((document) => ({
      id: document.id,
      kind: document.kind,
      type: document.type,
      kilobytes: Math.ceil(document.bytes / 1024),
      size: document.width ? `${document.width} × ${document.height}` : null,
      warnings: document.warnings,
      shared: document.sharedAt !== null,
    })),
    asks: { documents: documentsOf(group, own.person), fields: group.offer.fields },
    requests: own.requests.map((request) => ({
      id: request.id,
      items: request.items,
      words: crypto.open(request.words, requestPlace('words', request.id)),
      answer: request.answer ? crypto.open(request.answer, requestPlace('answer', request.id)) : null,
      at: request.askedAt.toISOString(),
      answered: request.answeredAt?.toISOString() ?? null,
    })),
    issued: issued && (reveals ? issued : { ...issued, passport: hidden, number: hidden }),
    proof:
      issued && own.person
        ? proofRead(issued, {
            surname: own.person.surname,
            givenNames: own.person.givenNames,
            passport: own.person.document.number,
            arrival: group.arrival,
            stay: read.type.stay,
            entries: read.type.entries,
          })
        : null,
    /** What the authority gave for the filing may still be added. */
    takesReceipt: works && withAuthorityStates.includes(application.status),
    /** So may its letter, once it refused. */
    takesRefusal: works && application.status === 'rejected',
    moves: works
      ? movesFrom(evisaMachine, application.status, 'staff').filter(
          (event): event is EvisaEvent => event !== 'give-up-waiting' && (event !== 'read-entries' || issued?.entries === null),
        )
      : [],
    /** Where printed visas go; null where none were paid for. */
    door: group.courier ? await readDoorDesk(platform, viewer, group, null) : null,
    line: await readVisaLine(platform, viewer, {
      order: order!,
      notes,
      language,
      places: { country: countryName(group.country, language), authority: group.offer.authority },
      own: events.map(({ version, toStatus, actor, detail, at }) => ({
        at: at.toISOString(),
        kind: 'event',
        of: 'visa',
        id: `visa-${version}`,
        what: toStatus,
        actor,
        checks: readChecks(Array.isArray(detail['checks']) ? (detail['checks'] as readonly string[]) : []),
      })),
    }),
  };
}
export type EvisaCaseView = NonNullable<Awaited<ReturnType<typeof openEvisaCase>>>;
