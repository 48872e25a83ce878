import type { Platform } from '#app/platform/platform.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { dateIn, instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { moveOn } from '#app/values/status-table.ts';
import { applicationMachine, isOpenStage } from './job-application-status.ts';
import type { JobApplication } from './job-applications.tables.ts';
import { findMessages } from './job-messages-store.server.ts';
import { findOffers } from './job-offers-store.server.ts';
import { findPosting } from './job-postings-store.server.ts';

/**
 * An application as its owner sees it: how far it is, what was written, and an offer that was made. A refusal whose mail
 * has not left yet is not told here either, nor are scores and notes.
 */
export async function showApplication({ db, crypto, clock }: Platform, application: JobApplication, language: LanguageCode) {
  const [messages, offers, posting] = await Promise.all([
    findMessages(db, crypto, application.id),
    findOffers(db, crypto, application.id),
    application.postingId ? findPosting(db, application.postingId, language) : null,
  ]);
  const told = messages.filter((one) => one.kind === 'in' || (one.kind === 'out' && one.sentAt));
  const silent =
    application.status === 'rejected' && messages.some((one) => one.template === 'rejected' && !one.sentAt && !one.calledBackAt);
  const day = (at: Date) => dateIn('Asia/Dubai', instant(at.getTime()));
  const offer = offers.find(({ status }) => status === 'sent' || status === 'accepted' || status === 'declined');
  const stage = silent ? ('screening' as const) : application.status;
  const late = offer?.status === 'sent' && offer.answerBy < dateIn('Asia/Dubai', clock.now());
  return {
    reference: application.reference,
    job: posting?.title ?? textsFor(language).of('job-mails')('open'),
    stage,
    sentOn: day(application.createdAt),
    keepUntil: application.keepUntil,
    offer:
      offer && (application.status === 'offer' || application.status === 'hired')
        ? {
            salary: money(offer.salary, offer.currency),
            startsOn: offer.startsOn,
            answerBy: offer.answerBy,
            terms: offer.terms,
            status: late ? ('late' as const) : offer.status,
          }
        : null,
    messages: told.map((one) => ({
      id: one.id,
      mine: one.kind === 'in',
      subject: one.subject,
      words: one.words,
      at: (one.sentAt ?? one.createdAt).toISOString(),
    })),
    mayWrite: !silent && (isOpenStage(application.status) || application.status === 'talent_pool'),
    mayWithdraw: moveOn(applicationMachine, application.status, 'withdraw', 'candidate').ok,
  };
}
