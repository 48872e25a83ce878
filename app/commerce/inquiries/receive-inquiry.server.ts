import { data, redirect } from 'react-router';
import type { Viewer } from '#app/platform/access.ts';
import { fingerprintOf, readFormKey, withIdempotency } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { RequestFacts } from '#app/platform/request-context.ts';
import { dateIn } from '#app/values/dates.ts';
import { ask } from './ask.server.ts';
import { readInquiry, typedInquiry, type InquiryErrors, type InquiryField } from './inquiry-form.ts';
import type { InquiryKind } from './inquiry-kinds.ts';
import { openedMsAgo, sentParameter } from './open-inquiry-form.server.ts';

/** What a page's action returns when an inquiry was not taken; `<InquiryForm answer>` shows it. */
export interface InquiryAnswer {
  readonly typed: Readonly<Record<InquiryField, string>>;
  readonly errors: InquiryErrors;
  readonly refused: 'too-many' | 'old-form' | 'sent-twice' | null;
  readonly waitMinutes: number;
}

export interface InquirySubject {
  readonly kind: InquiryKind;
  readonly about: { readonly id: string; readonly title: string } | null;
  /** Path with query of the page that holds the form; the answer comes back to it. */
  readonly page: string;
}

/** Thrown out of the kept request, so that the same form may be sent again after the wait. */
class TooMany extends Error {
  readonly waitSeconds: number;
  constructor(waitSeconds: number) {
    super('Too many inquiries');
    this.waitSeconds = waitSeconds;
  }
}

/**
 * The action of a page with an `<InquiryForm>`: redirects to the page with the reference, or answers with what is
 * wrong. The same form sent twice is one inquiry.
 */
export async function receiveInquiry(
  platform: Platform,
  from: { readonly request: RequestFacts; readonly viewer: Viewer },
  form: FormData,
  subject: InquirySubject,
) {
  const typed = typedInquiry(form);
  const wrong = (status: number, more: Partial<InquiryAnswer>) =>
    data<InquiryAnswer>({ typed, errors: {}, refused: null, waitMinutes: 0, ...more }, { status });
  const key = readFormKey(form);
  if (!key) return wrong(400, { refused: 'old-form' });
  const read = readInquiry(subject.kind, form, dateIn('Asia/Dubai', platform.clock.now()));
  if (!read.ok) return wrong(422, { errors: read.errors });
  const userId = from.viewer.kind === 'anonymous' ? null : from.viewer.user.id;
  const once = { actor: userId ? `user:${userId}` : 'inquiry', key, fingerprint: fingerprintOf({ ...subject, asked: read.value }) };
  try {
    const taken = await withIdempotency<{ reference: string }>(platform, once, async (progress) => {
      const asking = {
        kind: subject.kind,
        about: subject.about,
        asked: read.value,
        language: from.request.language,
        userId,
        address: from.request.address,
        openedMsAgo: openedMsAgo(platform, key, form.get('stamp')),
      };
      const outcome = await ask(platform, asking, progress.answer);
      if (!outcome.ok) throw new TooMany(outcome.waitSeconds ?? 60);
      return outcome.value;
    });
    if (taken.kind !== 'done') return wrong(taken.kind === 'running' ? 409 : 422, { refused: 'sent-twice' });
    const [path = '/', query = ''] = subject.page.split('?', 2);
    const address = new URLSearchParams(query);
    address.set(sentParameter, taken.value.reference);
    return redirect(`${path}?${address}#inquiry`, 303);
  } catch (fault) {
    if (!(fault instanceof TooMany)) throw fault;
    return wrong(429, { refused: 'too-many', waitMinutes: Math.ceil(fault.waitSeconds / 60) });
  }
}
