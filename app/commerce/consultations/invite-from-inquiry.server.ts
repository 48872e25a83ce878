import { readContact, readMessage } from '#app/commerce/inquiries/inquiries-store.server.ts';
import type { Inquiry } from '#app/commerce/inquiries/inquiries.tables.ts';
import type { InquiryKind } from '#app/commerce/inquiries/inquiry-kinds.ts';
import { brokenConstraint } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { refuse, type Outcome } from '#app/values/outcome.ts';
import { bookConsultation, type BookingRefusal } from './book-consultation.server.ts';
import type { ConsultationTopic } from './consultation-kinds.ts';
import { longestWords } from './consultation-form.ts';
import { findInvitation } from './consultations-store.server.ts';
import { officeZone } from './slot-rules.ts';

/** What an inquiry would be talked about as; kinds that are missing are not talked about. */
export const topicOfInquiry: Readonly<Partial<Record<InquiryKind, ConsultationTopic>>> = {
  'e-visa': 'e-visa',
  'visa-assistance': 'assisted-visa',
  holiday: 'holiday',
};

export type InvitationRefusal = BookingRefusal | 'no-number' | 'no-topic' | 'invited-already';

/** Asks whoever wrote an inquiry to choose a time for a call, by mail. Once: the call they have is found again. */
export async function inviteFromInquiry(
  platform: Platform,
  inquiry: Inquiry,
  staffId: string,
): Promise<Outcome<{ reference: string }, InvitationRefusal>> {
  const topic = topicOfInquiry[inquiry.kind];
  if (!topic) return refuse('no-topic');
  const { name, email, phone } = readContact(platform.crypto, inquiry);
  if (!phone) return refuse('no-number');
  if (await findInvitation(platform.db, inquiry.reference)) return refuse('invited-already');
  const wish = {
    topic,
    channel: 'phone' as const,
    callLanguage: inquiry.language,
    language: inquiry.language,
    zone: officeZone,
    country: inquiry.destination,
    userId: inquiry.userId,
    contact: { name, email, phone },
    words: readMessage(platform.crypto, inquiry).slice(0, longestWords),
  };
  try {
    return await bookConsultation(platform, wish, null, null, { actor: `staff:${staffId}`, fromInquiry: inquiry.reference });
  } catch (fault) {
    // Two colleagues pressed at once: the other one's invitation is on its way.
    if (brokenConstraint(fault) === 'consultations_one_per_inquiry') return refuse('invited-already');
    throw fault;
  }
}
