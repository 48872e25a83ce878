import { findStaffNames, listStaffWith } from '#app/platform/access-store.server.ts';
import { may, type Viewer } from '#app/platform/access.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { addMilliseconds, instant } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { listInquiriesAsStaff } from '#app/commerce/inquiries/inquiries-store.server.ts';
import { inquiryKinds } from '#app/commerce/inquiries/inquiry-kinds.ts';
import { findOrdersOfEmail } from '#app/commerce/orders/orders-store.server.ts';
import { findCallPapers } from '../call-papers-store.server.ts';
import { checklistFor } from '../consultation-kinds.ts';
import { consultationMachine } from '../consultation-status.ts';
import type { Consultation } from '../consultations.tables.ts';
import { findConsultationEvents, findOthersOf, openContact, openSummary, openWords } from '../consultations-store.server.ts';
import { findFreeAt, findSlots } from '../find-slots.server.ts';
import { officeZone, slotTime } from '../slot-rules.ts';
import { countBefore, findWait, keptOf } from '../waits-store.server.ts';
import { daysInWords, momentIn, zoneName } from '../zone-words.server.ts';

const timesOffered = 60;
const noColleague: readonly string[] = [];

/** All that the page of a call shows, for this member of staff. */
export async function openConsultationDesk(platform: Platform, viewer: Viewer, call: Consultation, language: LanguageCode) {
  const { db, crypto, clock } = platform;
  const now = clock.now();
  const mayWork = may(viewer, 'consultations:work');
  const contact = openContact(crypto, call);
  const at = call.startsAt && instant(call.startsAt.getTime());
  const moves = mayWork ? movesFrom(consultationMachine, call.status, 'staff') : [];
  const picks = moves.includes('schedule') || moves.includes('reschedule');
  const [events, others, inquiries, orders, colleagues, free, slots] = await Promise.all([
    findConsultationEvents(db, crypto, call.id),
    findOthersOf(db, call),
    listInquiriesAsStaff(
      db,
      crypto,
      { kinds: inquiryKinds, status: null, reference: null, email: contact.email },
      { size: 10, after: null },
    ),
    findOrdersOfEmail(db, crypto, contact.email, 10),
    listStaffWith(db, 'consultations:work'),
    at && call.status === 'scheduled' && mayWork
      ? findFreeAt(platform, { language: null, topic: null }, at, Number.NEGATIVE_INFINITY)
      : noColleague,
    picks ? findSlots(platform, { language: call.callLanguage, topic: call.topic, from: addMilliseconds(now, 0) }) : [],
  ]);
  const wait = await findWait(db, call.id);
  const kept = keptOf(wait, now);
  const names = await findStaffNames(db, [
    ...new Set([
      ...events.flatMap(({ actor }) => (actor.startsWith('staff:') ? [actor.slice(6)] : [])),
      ...(call.officerId ? [call.officerId] : []),
    ]),
  ]);
  const { reference, topic, channel, callLanguage, status, outcome, nextStep, checklist, toInquiry, fromInquiry, timesMoved } = call;
  return {
    reference,
    topic,
    channel,
    callLanguage,
    mailLanguage: call.language,
    status,
    outcome,
    nextStep,
    toInquiry,
    fromInquiry,
    timesMoved,
    country: call.country && countryName(call.country, language),
    // Who may not work on it has no use for the way to somebody.
    contact: mayWork ? contact : { name: contact.name, email: null, phone: null },
    words: openWords(crypto, call),
    summary: openSummary(crypto, call),
    begins: at && {
      office: momentIn(officeZone, language, at),
      theirs: momentIn(call.zone, language, at),
      zone: zoneName(call.zone, language, at),
      past: at <= now,
    },
    // A letter of refusal says more about somebody than the call: for those alone who advise.
    papers: mayWork
      ? (await findCallPapers(db, call.id)).map(({ id, kind, bytes, at: sentAt }) => ({
          id,
          kind,
          kilobytes: Math.max(1, Math.round(bytes / 1024)),
          at: localTimeIn(officeZone, instant(sentAt.getTime())),
        }))
      : null,
    wait: wait && {
      days: daysInWords(call.zone, language, wait),
      before: await countBefore(db, wait),
      offered: wait.offered.length,
      kept: kept && { at: momentIn(officeZone, language, kept.at), until: momentIn(officeZone, language, kept.until) },
    },
    officer: call.officerId === null ? null : (names.get(call.officerId) ?? null),
    colleagues: colleagues
      .filter(({ userId }) => free.includes(userId) && userId !== call.officerId)
      .map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    times: slots.slice(0, timesOffered).map((slot) => ({ at: slotTime(slot.at), office: localTimeIn(officeZone, slot.at) })),
    checklist: checklistFor(topic).map((item) => ({ item, ticked: checklist.includes(item) })),
    events: events.map(({ actor, at: when, startsAt, ...rest }) => ({
      ...rest,
      at: localTimeIn(officeZone, instant(when.getTime())),
      startsAt: startsAt && momentIn(officeZone, language, instant(startsAt.getTime())),
      by: actor.startsWith('staff:') ? (names.get(actor.slice(6)) ?? null) : null,
    })),
    others: others.map((one) => ({
      reference: one.reference,
      topic: one.topic,
      status: one.status,
      on: (one.startsAt ?? one.createdAt).toISOString(),
    })),
    inquiries: inquiries.map((one) => ({
      reference: one.reference,
      kind: one.kind,
      status: one.status,
      on: one.createdAt.toISOString(),
    })),
    orders: orders.map((one) => ({ id: one.id, reference: one.reference, kind: one.kind, on: one.createdAt.toISOString() })),
    moves,
    mayWork,
    key: newFormKey(),
  };
}
