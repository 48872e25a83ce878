import { readDeskDays } from '#app/commerce/inquiries/desk-hours.server.ts';
import { findStaffNames, listStaffWith } from '#app/platform/access-store.server.ts';
import type { OpenNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import { may, type Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { dateIn, dayMs, instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { readRecordDisputes } from '#app/commerce/disputes/staff/read-record-disputes.server.ts';
import { readRecordCheck } from '#app/commerce/orders/staff/read-record-check.server.ts';
import { findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import { findDocuments } from '../../evisa/evisa-documents-store.server.ts';
import { fieldsOf, type EvisaField } from '../../evisa/evisa-form.ts';
import { findGroupOfOrder } from '../../evisa/evisa-groups-store.server.ts';
import { requestPlace } from '../../evisa/evisa-requests-store.server.ts';
import { documentsOf } from '../../evisa/read-evisa-group.server.ts';
import { findAttempts, findCase, findCaseEvents, findCustody, findOpenHandover, openProof, openSticker } from '../assisted-store.server.ts';
import { assistedTitle, offerOf, termsWords } from '../assisted-words.server.ts';
import { bothClocks } from '../counter-time.ts';
import { holderOf, waysFrom } from '../custody-rules.ts';
import { passportAway, readTrips } from '../passport-away.server.ts';
import { readDoorDesk } from '../../delivery/staff/read-door-desk.server.ts';
import { actionsFor } from './case-action-rules.ts';
import { readVisaLine } from '../../evisa/staff/read-visa-line.server.ts';
import { readCaseFacts } from './work-case.server.ts';

type Staff = Viewer & { readonly kind: 'staff' };

const countryFields: readonly EvisaField[] = ['nationality', 'residence', 'issuedBy'];
const secretFields: readonly EvisaField[] = ['number', 'mrz', 'birthDate'];
const hidden = '•••••';

/** One case as the desk works on it: checklist, appointment, passport, and what may be done next, or why not. */
export async function openCase(
  platform: Platform,
  viewer: Staff,
  id: string,
  { notes, language }: { readonly notes: OpenNotes['notes']; readonly language: LanguageCode },
) {
  const { db, crypto, clock } = platform;
  const one = await findCase(db, id);
  const order = one && (await findOrderAsSystem(db, one.orderId));
  const group = one && (await findGroupOfOrder(db, one.orderId));
  if (!one || !order || !group) return null;
  const [{ own, proof, facts }, events, attempts, custody, handover, documents, colleagues, trips] = await Promise.all([
    readCaseFacts(platform, one, order.status),
    findCaseEvents(db, id),
    findAttempts(db, id),
    findCustody(db, [id]),
    findOpenHandover(db, id),
    findDocuments(db, [id]),
    listStaffWith(db, 'visas:decide'),
    readTrips(platform, group),
  ]);
  const now = clock.now();
  const reveals = may(viewer, 'passports:reveal');
  const works = may(viewer, 'visas:decide');
  const people = [one.officer, one.confirmedBy, handover?.givenBy, handover?.askedOf, ...attempts.map(({ by }) => by)];
  const spoken = custody.flatMap((line) => [line.givenBy, line.receivedBy]);
  const ids = [...people, ...spoken.map((who) => (who.startsWith('staff:') ? who.slice(6) : null))].flatMap((each) => each ?? []);
  const names = await findStaffNames(db, [...new Set(ids)]);
  const nameOf = (staffId: string | null) => staffId && (names.get(staffId) ?? '–');
  /** A colleague by name; somebody outside by the word of the catalogue. */
  const partyOf = (who: string) => (who.startsWith('staff:') ? { name: nameOf(who.slice(6)) } : { outsider: who });
  const sticker = openSticker(crypto, one);
  const offer = offerOf(group);
  return {
    id,
    version: one.version,
    status: one.status,
    outcome: one.outcome,
    title: assistedTitle(one.country, language),
    terms: termsWords(offer.assisted, language),
    package: one.package,
    kept: facts.kept,
    reference: order.reference,
    orderStatus: order.status,
    number: own.application.position + 1,
    name: `${own.typed.givenNames ?? ''} ${own.typed.surname ?? ''}`.trim(),
    authority: offer.authority,
    site: offer.site,
    language: group.language,
    travel: one.travelsOn,
    due: one.dueAt.toISOString(),
    late: one.overAt === null && one.dueAt.getTime() < now,
    officer: nameOf(one.officer),
    mine: one.officer === viewer.user.id,
    confirmedBy: nameOf(one.confirmedBy),
    withdrawalAsked: one.withdrawalAskedAt?.toISOString() ?? null,
    counter: offer.assisted.counter,
    appointment: one.appointmentAt
      ? { ...bothClocks(one.place, instant(one.appointmentAt.getTime())), reference: one.appointmentReference }
      : null,
    reschedules: one.reschedules,
    biometricsOn: one.biometricsOn,
    lodgedReference: one.lodgedReference,
    tracking: one.tracking,
    insured: one.insured,
    disputes: await readRecordDisputes(db, viewer, order.id),
    check: await readRecordCheck(db, viewer, order),
    reveals,
    works,
    checklist: documentsOf(group, own.person).map((code) => ({ code, missing: own.missing.includes(code) })),
    papers: documents.map((document) => ({
      id: document.id,
      kind: document.kind,
      kilobytes: Math.ceil(document.bytes / 1024),
      warnings: document.warnings,
    })),
    fields: fieldsOf(offer).map((field) => {
      const value = own.typed[field] ?? '';
      const secret = !reveals && secretFields.includes(field) && value !== '';
      return { field, value: secret ? hidden : countryFields.includes(field) && value ? countryName(value, language) : value };
    }),
    asks: { documents: documentsOf(group, own.person), fields: offer.fields },
    requests: own.requests.map((request) => ({
      id: request.id,
      items: request.items,
      words: crypto.open(request.words, requestPlace('words', request.id)),
      answer: request.answer ? crypto.open(request.answer, requestPlace('answer', request.id)) : null,
      at: request.askedAt.toISOString(),
      answered: request.answeredAt?.toISOString() ?? null,
    })),
    attempts: attempts.map((attempt) => ({
      id: attempt.id,
      outcome: attempt.outcome,
      firstFree: attempt.firstFree,
      by: nameOf(attempt.by),
      at: attempt.at.toISOString(),
    })),
    sticker: sticker && (reveals ? sticker : { ...sticker, passport: hidden, number: hidden }),
    proof,
    passport: {
      place: one.passport,
      seal: one.seal,
      days: Math.floor((now - one.passportSince.getTime()) / dayMs),
      ways:
        one.package === 'check'
          ? []
          : waysFrom(one.passport).map((to) => ({ to, colleague: holderOf(one.passport) === 'staff' && holderOf(to) === 'staff' })),
      lines: custody.map((line) => ({
        number: line.number,
        from: line.fromPlace,
        to: line.toPlace,
        gave: partyOf(line.givenBy),
        took: partyOf(line.receivedBy),
        spot: line.spot,
        condition: line.condition,
        seal: line.seal,
        proof: reveals ? openProof(crypto, line) : line.proof ? hidden : '',
        /** Null for who may not look, and once papers have gone. */
        photo: reveals && documents.some(({ id: paper }) => paper === line.photo) ? line.photo : null,
        at: line.at.toISOString(),
      })),
      handover: handover && {
        to: handover.toPlace,
        gave: nameOf(handover.givenBy),
        askedOf: nameOf(handover.askedOf),
        mineToTake: handover.askedOf === viewer.user.id,
        mineToTakeBack: handover.givenBy === viewer.user.id,
        seal: handover.seal,
        at: handover.offeredAt.toISOString(),
      },
    },
    away: passportAway(group, { typed: own.typed, one }, trips, {
      today: dateIn('Asia/Dubai', now),
      houseWorks: await readDeskDays(db, 'visas'),
    }),
    /** Null where only the check was bought: nothing is carried. */
    door: one.package === 'check' ? null : await readDoorDesk(platform, viewer, group, one),
    colleagues: colleagues
      .filter(({ userId }) => userId !== viewer.user.id)
      .map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    actions: works ? actionsFor(facts, viewer.user.id) : [],
    line: await readVisaLine(platform, viewer, {
      order,
      notes,
      language,
      places: { country: countryName(one.country, language) },
      own: [
        { at: one.openedAt.toISOString(), kind: 'event', of: 'visa', id: 'visa-0', what: 'opened', actor: 'system', checks: [] },
        ...events.map(({ version, event, toStatus, actor, at }) => ({
          at: at.toISOString(),
          kind: 'event' as const,
          of: 'visa' as const,
          id: `visa-${version}`,
          what: event === 'assigned' ? 'assigned' : toStatus,
          actor,
          checks: [],
        })),
        ...attempts.map((attempt) => ({
          at: attempt.at.toISOString(),
          kind: 'call' as const,
          of: 'counter' as const,
          id: `attempt-${attempt.id}`,
          what: attempt.outcome,
          actor: `staff:${attempt.by}`,
          checks: [],
        })),
      ],
    }),
  };
}
export type CaseRecord = NonNullable<Awaited<ReturnType<typeof openCase>>>;
