import type { Clerk } from '#app/platform/access.ts';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, parseCalendarDate } from '#app/values/dates.ts';
import { plainLine, plainText } from '#app/values/plain-text.ts';
import { scoreVerdicts } from '../job-application-kinds.ts';
import { rejectReasons } from '../job-application-status.ts';
import type { JobApplication } from '../job-applications.tables.ts';
import { mailTemplates } from '../job-mails.server.ts';
import { salaryCurrencies } from '../job-posting-kinds.ts';
import { findCriteria } from '../job-postings-store.server.ts';
import {
  assignApplication,
  changeReviewer,
  decideOffer,
  hireApplicant,
  mailWaits,
  makeOffer,
  moveOnApplication,
  noteOnApplication,
  rejectApplication,
  sendScoreCard,
  undoRejection,
  writeToApplicant,
  type MailWait,
} from './work-application.server.ts';

/** The version that a form was drawn from; null when it carries none. */
export function readVersion(typed: unknown): number | null {
  return typeof typed === 'string' && /^\d{1,6}$/.test(typed) ? Number(typed) : null;
}

/** Why a form was not done, and the fields that are missing or not right. */
export interface RecordRefusal {
  readonly code: string;
  readonly wrong: readonly string[];
}

/** Does what a form of the record asks for; null, or why not. Forms that move something carry the version that was looked at. */
export async function workOnRecord(
  platform: Platform,
  sent: { readonly viewer: Clerk; readonly application: JobApplication; readonly form: FormData; readonly requestId: string },
): Promise<RecordRefusal | null> {
  const { viewer, form, requestId } = sent;
  const ask = {
    viewer,
    requestId,
    application: { ...sent.application, version: readVersion(form.get('version')) ?? sent.application.version },
  };
  const intent = form.get('intent');
  const words = plainText(form.get('words'), 4_000).slice(0, 4_000);
  const why = (outcome: { readonly ok: true } | { readonly ok: false; readonly refused: string }) =>
    outcome.ok ? null : { code: outcome.refused, wrong: [] };
  const incomplete = (...wrong: readonly string[]) => ({ code: 'incomplete', wrong });
  const colleague = async (permission: 'recruitment:work' | 'interviews:own', id: unknown) =>
    (await listStaffWith(platform.db, permission)).find(({ userId }) => userId === id)?.userId ?? null;
  switch (intent) {
    case 'screen':
    case 'shortlist':
    case 'interview':
    case 'consider':
    case 'keep':
      return why(await moveOnApplication(platform, { ...ask, event: intent }));
    case 'reject': {
      const reason = rejectReasons.find((one) => one === form.get('reason') && one !== 'lapsed');
      const wait = (Object.keys(mailWaits) as MailWait[]).find((one) => one === form.get('wait'));
      return reason && wait
        ? why(await rejectApplication(platform, { ...ask, reason, wait, words: words || null }))
        : incomplete(reason ? 'wait' : 'reason');
    }
    case 'undo':
      return why(await undoRejection(platform, ask));
    case 'hire':
      return why(await hireApplicant(platform, ask));
    case 'mail': {
      const subject = plainLine(form.get('subject'), 150).slice(0, 150);
      const template = mailTemplates.find((one) => one === form.get('template')) ?? null;
      return subject && words
        ? why(await writeToApplicant(platform, { ...ask, template, subject, words }))
        : incomplete(...(subject ? [] : ['subject']), ...(words ? [] : ['words']));
    }
    case 'note':
      return words ? why(await noteOnApplication(platform, { ...ask, words })) : incomplete('words');
    case 'assign': {
      const to = form.get('to') === '' ? null : await colleague('recruitment:work', form.get('to'));
      return why(await assignApplication(platform, { ...ask, to }));
    }
    case 'reviewer-add':
    case 'reviewer-remove': {
      const change = intent === 'reviewer-add' ? 'add' : 'remove';
      const userId = change === 'add' ? await colleague('interviews:own', form.get('user')) : plainLine(form.get('user'), 80);
      return userId ? why(await changeReviewer(platform, { ...ask, userId, change })) : incomplete('user');
    }
    case 'score': {
      const criteria = ask.application.postingId ? await findCriteria(platform.db, ask.application.postingId) : [];
      const points = Object.fromEntries(criteria.map(({ id }) => [id, Number(form.get(`point-${id}`))]));
      const verdict = scoreVerdicts.find((one) => one === form.get('verdict'));
      const wrong = Object.entries(points).flatMap(([id, point]) =>
        Number.isInteger(point) && point >= 1 && point <= 5 ? [] : [`point-${id}`],
      );
      if (!verdict || wrong.length > 0) return incomplete(...wrong, ...(verdict ? [] : ['verdict']));
      return why(await sendScoreCard(platform, { ...ask, card: { points, verdict, words } }));
    }
    case 'offer': {
      const salary = plainLine(form.get('salary'), 8);
      const currency = salaryCurrencies.find((one) => one === form.get('currency'));
      const startsOn = parseCalendarDate(plainLine(form.get('startsOn'), 10));
      const answerBy = parseCalendarDate(plainLine(form.get('answerBy'), 10));
      const today = dateIn('Asia/Dubai', platform.clock.now());
      const right = {
        salary: /^[1-9]\d{0,7}$/.test(salary),
        currency: currency !== undefined,
        answerBy: answerBy !== null && answerBy >= today,
        startsOn: startsOn !== null && (answerBy === null || startsOn >= answerBy),
      };
      const wrong = Object.entries(right).flatMap(([field, is]) => (is ? [] : [field]));
      if (wrong.length > 0 || !currency || !startsOn || !answerBy) return incomplete(...wrong);
      const terms = plainText(form.get('terms'), 4_000).slice(0, 4_000);
      return why(await makeOffer(platform, { ...ask, offer: { salary: Number(salary) * 100, currency, startsOn, answerBy, terms } }));
    }
    case 'approve-offer':
      return why(await decideOffer(platform, { ...ask, say: 'approve' }));
    case 'withdraw-offer':
      return why(await decideOffer(platform, { ...ask, say: 'withdraw' }));
    default:
      return incomplete();
  }
}
