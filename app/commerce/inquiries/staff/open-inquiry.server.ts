import { findInvitation } from '#app/commerce/consultations/consultations-store.server.ts';
import { topicOfInquiry } from '#app/commerce/consultations/invite-from-inquiry.server.ts';
import { findProposalOfInquiry } from '#app/commerce/proposals/proposals-store.server.ts';
import { findStaffNames, listStaffWith } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { addMilliseconds, dayMs, instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { movesFrom } from '#app/values/status-table.ts';
import {
  findInquiryAsSystem,
  findInquiryEvents,
  findMergedAsStaff,
  findTwinsAsStaff,
  readContact,
  readMessage,
  readVisaNeeds,
} from '../inquiries-store.server.ts';
import type { Inquiry } from '../inquiries.tables.ts';
import { ageOf, promiseOf } from '../inquiry-age-rules.ts';
import { maskedEmail, maskedPhone } from '../../customers/records/customer-rules.ts';
import { queueOf } from '../inquiry-kinds.ts';
import { inquiryMachine, isOpenInquiry } from '../inquiry-status.ts';

/** A twin is looked for this far back. */
const twinDays = 180;

/**
 * The record of an inquiry as a member of staff may see it: who may not answer has no use for the way to somebody, and who may
 * sees it masked, since the house sends what they write.
 */
export async function openInquiry({ db, crypto, clock }: Platform, viewer: Clerk, inquiry: Inquiry, language: LanguageCode) {
  const now = clock.now();
  const mayWork = may(viewer, 'inquiries:work');
  const mayTalk = may(viewer, 'consultations:work');
  const [news, twins, merged, into, colleagues, invitation, proposal] = await Promise.all([
    findInquiryEvents(db, crypto, inquiry.id),
    findTwinsAsStaff(db, inquiry, addMilliseconds(now, -twinDays * dayMs)),
    findMergedAsStaff(db, inquiry.id),
    inquiry.mergedInto ? findInquiryAsSystem(db, inquiry.mergedInto) : null,
    mayWork ? listStaffWith(db, 'inquiries:work') : [],
    mayTalk && topicOfInquiry[inquiry.kind] ? findInvitation(db, inquiry.reference) : null,
    findProposalOfInquiry(db, inquiry.id),
  ]);
  const staffIds = news.flatMap(({ actor, event, detail }) => [
    ...(actor.startsWith('staff:') ? [actor.slice(6)] : []),
    ...(event === 'assign' && detail ? [detail] : []),
  ]);
  const names = await findStaffNames(db, [...new Set([...staffIds, ...(inquiry.ownerId ? [inquiry.ownerId] : [])])]);
  const contact = readContact(crypto, inquiry);
  const visa = readVisaNeeds(crypto, inquiry);
  const { reference, kind, status, aboutTitle, startsOn, endsOn, adults, children, infants, cabin, orderReference, fromPlace, toPlace } =
    inquiry;
  const named = (code: string | null) => code && countryName(code, language);
  return {
    reference,
    kind,
    status,
    aboutTitle,
    language: inquiry.language,
    startsOn,
    endsOn,
    adults,
    children,
    infants,
    cabin,
    orderReference,
    fromPlace,
    toPlace,
    version: inquiry.version,
    suspect: inquiry.suspect,
    source: inquiry.source,
    budget: inquiry.budgetAmount === null ? null : money(inquiry.budgetAmount, 'AED'),
    visa: {
      nationality: named(visa.nationality),
      residence: named(visa.residence),
      destination: named(visa.destination),
      purpose: visa.purpose,
      refusedBefore: visa.refusedBefore,
    },
    queue: queueOf(kind),
    contact: {
      name: contact.name,
      email: mayWork && contact.email !== null ? maskedEmail(contact.email) : null,
      phone: mayWork && contact.phone !== null ? maskedPhone(contact.phone) : null,
    },
    message: readMessage(crypto, inquiry),
    asked: inquiry.createdAt.toISOString(),
    answerBy: inquiry.answerBy.toISOString(),
    age: ageOf(instant(inquiry.createdAt.getTime()), now),
    promise: promiseOf(inquiry, now),
    lostReason: inquiry.lostReason,
    mayWork,
    owner:
      inquiry.ownerId === null
        ? null
        : { id: inquiry.ownerId, name: names.get(inquiry.ownerId) ?? '–', mine: inquiry.ownerId === viewer.user.id },
    colleagues: colleagues
      .filter(({ userId }) => userId !== inquiry.ownerId)
      .map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    me: viewer.user.id,
    proposal: proposal !== null,
    news: news.map(({ at, actor, detail, ...rest }) => ({
      ...rest,
      at: at.toISOString(),
      by: names.get(actor.replace('staff:', '')) ?? null,
      detail: rest.event === 'assign' ? detail && (names.get(detail) ?? '–') : detail,
    })),
    moves: mayWork ? movesFrom(inquiryMachine, status, 'staff') : [],
    into: into && into.reference,
    merged: merged.map((one) => ({ reference: one.reference, message: readMessage(crypto, one), asked: one.createdAt.toISOString() })),
    twins: twins
      .filter((twin) => twin.mergedInto !== inquiry.id)
      .map((twin) => ({
        reference: twin.reference,
        kind: twin.kind,
        status: twin.status,
        asked: twin.createdAt.toISOString(),
        mergeable: mayWork && isOpenInquiry(twin.status) && isOpenInquiry(status),
      })),
    call: mayTalk && topicOfInquiry[kind] ? { reference: invitation, hasNumber: contact.phone !== null } : null,
  };
}

export type OpenInquiry = Awaited<ReturnType<typeof openInquiry>>;
