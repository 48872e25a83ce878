import { randomUUID } from 'node:crypto';
import { hasOpenCheck } from '#app/commerce/orders/payment-checks-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask } from '#app/platform/staff-tasks.server.ts';
import { addDays, dateIn, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { lockCase, promiseAnew, withdrawEvisa, type LockedCase } from '../answer-evisa.server.ts';
import { endApplication, passPromise } from '../end-application.server.ts';
import { evisaMail, type EvisaTemplate } from '../evisa-jobs.server.ts';
import type { RejectionCode, VisaEntries } from '../evisa-offer.ts';
import type { EvisaEvent } from '../evisa-status.ts';
import {
  findApplication,
  findEvents,
  moveApplication,
  openIssued,
  sealIssued,
  type IssuedVisa,
} from '../evisa-applications-store.server.ts';
import { findGroupAsSystem } from '../evisa-groups-store.server.ts';
import { findDocument, insertDocument } from '../evisa-documents-store.server.ts';
import { answerRequest, insertRequest, requestPlace } from '../evisa-requests-store.server.ts';
import type { EvisaApplication, RequestItem } from '../evisa.tables.ts';
import { readPaper, storePaper } from '../keep-evisa.server.ts';
import { readGroup } from '../read-evisa-group.server.ts';
import { authorityReference } from './authority-references-rules.ts';
import { handsOf } from './case-hands-rules.ts';
import { readReview } from './read-review.server.ts';
import { keptFacts, isReviewed, type ReviewCheck } from './review-rules.ts';
import { proofRead, type ProofMark } from './issued-visa-rules.ts';

export type EvisaWork =
  /** `checks`: what the second pair of eyes has ticked. */
  | { readonly event: 'confirm'; readonly checks: readonly ReviewCheck[] }
  | { readonly event: 'claim' | 'look-again' | 'answer-authority' | 'release' | 'find-fault' | 'withdraw' }
  | { readonly event: 'ask-more'; readonly items: readonly RequestItem[]; readonly words: string }
  /** `items`: what the traveller is asked for; none where we answer ourselves. */
  | { readonly event: 'authority-asks'; readonly answerBy: CalendarDate; readonly items: readonly RequestItem[]; readonly words: string }
  /** `paper`: what the authority gave for it, where it did. */
  | { readonly event: 'file'; readonly reference: string; readonly paper?: Uint8Array | null; readonly share?: boolean }
  | { readonly event: 'approve' | 'corrected'; readonly issued: IssuedVisa; readonly paper: Uint8Array | null }
  | { readonly event: 'read-entries'; readonly entries: VisaEntries }
  /** `paper`: the letter of the authority, where it wrote one. */
  | { readonly event: 'reject'; readonly reason: RejectionCode; readonly paper?: Uint8Array | null };

/** As what a paper of each step is kept. */
const paperKinds = { file: 'receipt', reject: 'refusal', approve: 'issued', corrected: 'issued' } as const;

/** The longest that an authority gives for an answer. */
const longestQueryDays = 120;

export type WorkRefusal =
  /** Somebody else moved it since the page was read: nothing is overwritten. */
  | 'changed-meanwhile'
  | 'not-possible'
  | 'same-person'
  | 'checks-missing'
  | 'order-not-open'
  /** Its buyer took money back before, and no colleague has looked at this order yet. */
  | 'payment-check'
  | 'reference-missing'
  | 'nothing-asked'
  | 'date-not-possible'
  | 'visa-missing'
  | 'visa-differs'
  | 'paper-refused';

export interface WorkAsk {
  readonly applicationId: string;
  /** As the page showed it. */
  readonly version: number;
  readonly staffId: string;
  readonly requestId: string;
  readonly work: EvisaWork;
}

/** One step of an officer on an application. What is told to the traveller is sent in the same transaction. */
export async function workEvisa(platform: Platform, ask: WorkAsk): Promise<Outcome<EvisaApplication, WorkRefusal>> {
  const { work, staffId } = ask;
  const who = `staff:${staffId}`;
  const stored = 'paper' in work && work.paper ? await storePaper(platform, work.paper, paperKinds[work.event]) : null;
  if (stored && !stored.ok) return refuse('paper-refused');
  const result = await transact(platform.db, async (tx): Promise<Outcome<EvisaApplication, WorkRefusal>> => {
    const now = platform.clock.now();
    const found = await lockCase(tx, ask.applicationId);
    if (!found) return refuse('not-possible');
    const { application } = found;
    if (application.version !== ask.version) return refuse('changed-meanwhile');
    // While its holder thinks about taking everything back, nothing is done that could not be taken back.
    if (found.orderStatus !== 'accepted' && work.event !== 'claim') return refuse('order-not-open');
    const step = { application, by: 'staff', who, requestId: ask.requestId } as const;
    const move = async (event: EvisaEvent, more: Partial<Parameters<typeof moveApplication>[2]> = {}, mail?: EvisaTemplate) => {
      const moved = await moveApplication(tx, now, { ...step, event, ...more });
      if (!moved.ok) return refuse(moved.refused === 'changed-meanwhile' ? ('changed-meanwhile' as const) : ('not-possible' as const));
      if (mail)
        await platform.jobs.send(tx, evisaMail, {
          template: mail,
          groupId: found.group.id,
          applicationId: application.id,
          number: moved.value.version,
        });
      return moved;
    };
    switch (work.event) {
      case 'claim':
        return move('claim', { with: { officer: staffId } });
      case 'ask-more': {
        if (work.items.length === 0) return refuse('nothing-asked');
        const asked = await move('ask-more', { with: { reminded: 0 }, detail: { items: work.items.map((item) => item.code) } }, 'asked');
        if (asked.ok) await askTraveller(tx, platform, ask, work);
        return asked;
      }
      case 'confirm':
        // The second pair of eyes is not the first.
        if (application.officer === staffId || handsOf(await findEvents(tx, application.id)).has(staffId)) return refuse('same-person');
        if (!isReviewed(work.checks)) return refuse('checks-missing');
        return move('confirm', {
          with: { reviewedBy: application.officer },
          detail: {
            reviewed: application.officer,
            confirmed: staffId,
            checks: work.checks,
            facts: keptFacts((await readReview(platform, tx, found)).facts),
          },
        });
      case 'look-again':
        return move('look-again', { with: { officer: staffId } });
      case 'file': {
        if (!authorityReference.test(work.reference)) return refuse('reference-missing');
        if (found.group.orderId && (await hasOpenCheck(tx, found.group.orderId))) return refuse('payment-check');
        const at = new Date(now);
        const given = { filedBy: staffId, filedAt: at, authorityReference: work.reference };
        const moved = await move('file', { with: given, ...(stored?.ok ? { detail: { receipt: true } } : {}) }, 'filed');
        if (moved.ok && stored?.ok) {
          const receipt = { ...stored.value.row, applicationId: application.id, kind: 'receipt', sentBy: who, at } as const;
          await insertDocument(tx, { ...receipt, sharedAt: work.share ? at : null });
        }
        return moved;
      }
      case 'authority-asks': {
        const today = dateIn('Asia/Dubai', now);
        if (work.answerBy < today || work.answerBy > addDays(today, longestQueryDays)) return refuse('date-not-possible');
        const asks = work.items.length > 0;
        if (!asks && work.words) return refuse('nothing-asked');
        const asked = await move(
          'authority-asks',
          {
            with: { authorityDue: work.answerBy, reminded: 0 },
            detail: { answerBy: work.answerBy, ...(asks ? { items: work.items.map((item) => item.code) } : {}) },
          },
          asks ? 'authority-asked' : undefined,
        );
        if (asked.ok && asks) await askTraveller(tx, platform, ask, work);
        return asked;
      }
      case 'answer-authority': {
        const answered = await move('answer-authority', { with: { authorityDue: null } });
        if (!answered.ok) return answered;
        await endQuery(tx, now, application.id, who);
        await promiseAnew(tx, platform, { group: found.group, application: answered.value });
        return answered;
      }
      case 'find-fault':
        return move(work.event);
      case 'approve':
      case 'corrected': {
        if (!stored?.ok) return refuse('visa-missing');
        const moved = await move(work.event, { with: { issued: sealIssued(platform.crypto, application.id, work.issued) } });
        if (moved.ok)
          await insertDocument(tx, { ...stored.value.row, applicationId: application.id, kind: 'issued', sentBy: who, at: new Date(now) });
        return moved;
      }
      case 'read-entries': {
        const issued = openIssued(platform.crypto, application);
        if (!issued || issued.entries !== null) return refuse('not-possible');
        const read = { ...issued, entries: work.entries };
        return move('read-entries', {
          with: { issued: sealIssued(platform.crypto, application.id, read) },
          detail: { entries: work.entries },
        });
      }
      case 'release': {
        if (application.status !== 'approved_unchecked') return refuse('not-possible');
        if ((await proofOf(tx, platform, found)).length > 0) return refuse('visa-differs');
        const released = await passPromise(tx, platform, application, { tell: false });
        return done(await endApplication(tx, platform, { ...step, application: released, event: 'release', template: 'delivered' }));
      }
      case 'reject': {
        if (!['submitted_to_authority', 'delayed', 'authority_query'].includes(application.status)) return refuse('not-possible');
        // Before the question is closed: while the traveller is asked, no promise is missed.
        const refused = await passPromise(tx, platform, application, { tell: false });
        await endQuery(tx, now, application.id, who);
        if (stored?.ok)
          await insertDocument(tx, { ...stored.value.row, applicationId: application.id, kind: 'refusal', sentBy: who, at: new Date(now) });
        return done(
          await endApplication(tx, platform, {
            ...step,
            application: refused,
            event: 'reject',
            template: 'rejected',
            with: { rejection: work.reason, authorityDue: null },
            detail: { reason: work.reason, ...(stored?.ok ? { letter: true } : {}) },
          }),
        );
      }
      case 'withdraw':
        return refuse('not-possible');
    }
  });
  if (stored?.ok && !result.ok) await platform.files.remove(stored.value.row.stored);
  return result;
}

/** Keeps what the traveller is asked for; their page and mail show it. */
async function askTraveller(
  tx: Tx,
  platform: Platform,
  ask: WorkAsk,
  { items, words }: { readonly items: readonly RequestItem[]; readonly words: string },
): Promise<void> {
  const id = randomUUID();
  await insertRequest(tx, {
    id,
    applicationId: ask.applicationId,
    items,
    words: platform.crypto.seal(words, requestPlace('words', id)),
    askedBy: ask.staffId,
    askedAt: new Date(platform.clock.now()),
  });
}

/** The authority waits no more: nor do we for the traveller, and nobody is called to answer. */
async function endQuery(tx: Tx, now: Instant, applicationId: string, by: string): Promise<void> {
  await answerRequest(tx, now, applicationId, null);
  await closeStaffTask(tx, now, { kind: 'authority-query', subject: `evisa_applications:${applicationId}`, by });
}

/** For the traveller, who asked by phone or mail. */
export async function withdrawAsStaff(platform: Platform, ask: Omit<WorkAsk, 'work'>): Promise<Outcome<null, WorkRefusal>> {
  const withdrawn = await withdrawEvisa(platform, {
    applicationId: ask.applicationId,
    by: 'staff',
    who: `staff:${ask.staffId}`,
    requestId: ask.requestId,
  });
  return withdrawn.ok ? withdrawn : refuse(withdrawn.refused === 'order-not-open' ? 'order-not-open' : 'not-possible');
}

/** Every difference between the visa that was recorded for a case and what was applied for. */
export async function proofOfCase(platform: Platform, applicationId: string): Promise<readonly ProofMark[]> {
  const application = await findApplication(platform.db, applicationId);
  const group = application && (await findGroupAsSystem(platform.db, application.groupId));
  return application && group ? proofOf(platform.db, platform, { application, group }) : ['passport'];
}

/** What the visa says against the application. A visa that was not read has every mark. */
async function proofOf(db: Db, platform: Platform, found: Pick<LockedCase, 'application' | 'group'>): Promise<readonly ProofMark[]> {
  const read = await readGroup({ ...platform, db }, found.group);
  const person = read.travellers.find(({ application }) => application.id === found.application.id)?.person;
  const issued = openIssued(platform.crypto, found.application);
  if (!person || !issued) return ['passport'];
  return proofRead(issued, {
    surname: person.surname,
    givenNames: person.givenNames,
    passport: person.document.number,
    arrival: found.group.arrival,
    stay: read.type.stay,
    entries: read.type.entries,
  });
}

/** A paper of a traveller for an officer, and a line in the audit that they had it. Null when there is none such. */
export async function openPaperAsStaff(
  platform: Platform,
  asked: { readonly applicationId: string; readonly documentId: string; readonly staffId: string; readonly requestId: string },
) {
  const document = await findDocument(platform.db, asked.documentId);
  if (document?.applicationId !== asked.applicationId || document.purgedAt) return null;
  const content = await readPaper(platform, document);
  if (!content) return null;
  await transact(platform.db, (tx) => noteReading(tx, platform.clock.now(), asked, document.kind));
  return { document, content };
}

/** A line in the audit that somebody of staff had a paper. */
export function noteReading(
  tx: Tx,
  now: Instant,
  asked: { documentId: string; applicationId: string; staffId: string; requestId: string },
  kind: string,
): Promise<void> {
  return audit(tx, now, {
    actor: `staff:${asked.staffId}`,
    action: 'evisa.paper-read',
    subject: `evisa_documents:${asked.documentId}`,
    detail: { application: asked.applicationId, kind },
    requestId: asked.requestId,
  });
}
