import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { UploadRefusal } from '../evisa/evisa-document-rules.ts';
import type { TypedForm } from '../evisa/evisa-form.ts';
import type { DocumentCode } from '../evisa/evisa-offer.ts';
import { findApplication, openTyped, updateTyped } from '../evisa/evisa-applications-store.server.ts';
import { findPapersSince, insertDocument } from '../evisa/evisa-documents-store.server.ts';
import { answerRequest, findRequests, requestPlace } from '../evisa/evisa-requests-store.server.ts';
import { storePaper } from '../evisa/keep-evisa.server.ts';
import { stillAsked } from '../evisa/read-evisa-group.server.ts';
import { moveCase } from './assisted-store.server.ts';
import { lockCase } from './lock-case.server.ts';

/** States in which the file still takes papers. */
const takesPapers: readonly string[] = ['opened', 'extra_requested'];

/** Puts a paper into a case while its file is built, or when the mission asks for more. */
export async function sendCasePaper(
  platform: Platform,
  paper: { readonly caseId: string; readonly kind: DocumentCode; readonly content: Uint8Array; readonly who: string },
): Promise<Outcome<null, UploadRefusal | 'not-open'>> {
  const stored = await storePaper(platform, paper.content, paper.kind);
  if (!stored.ok) return stored;
  const kept = await transact(platform.db, async (tx): Promise<Outcome<null, 'not-open'>> => {
    const found = await lockCase(tx, paper.caseId);
    if (!found || !takesPapers.includes(found.one.status)) return refuse('not-open');
    const { row } = stored.value;
    const at = new Date(platform.clock.now());
    await insertDocument(tx, { ...row, applicationId: paper.caseId, kind: paper.kind, sentBy: paper.who, at });
    return done(null);
  });
  if (!kept.ok) await platform.files.remove(stored.value.row.stored);
  return kept;
}

/** The traveller gave what was asked for; a case that waited at the mission goes on. */
export async function answerCase(
  platform: Platform,
  answer: { readonly caseId: string; readonly who: string; readonly requestId: string; readonly typed: TypedForm; readonly words: string },
): Promise<Outcome<null, 'not-possible' | 'paper-missing'>> {
  const { crypto, clock } = platform;
  return transact(platform.db, async (tx): Promise<Outcome<null, 'not-possible' | 'paper-missing'>> => {
    const now = clock.now();
    const found = await lockCase(tx, answer.caseId);
    const open = (await findRequests(tx, [answer.caseId])).findLast((request) => request.answeredAt === null);
    if (!found || !open || !takesPapers.includes(found.one.status)) return refuse('not-possible');
    const fresh = await findPapersSince(tx, answer.caseId, open.askedAt);
    if (stillAsked(open, fresh).length > 0) return refuse('paper-missing');
    await answerRequest(tx, now, answer.caseId, answer.words ? crypto.seal(answer.words, requestPlace('answer', open.id)) : null);
    const asked = new Set<string>(open.items.flatMap((item) => (item.kind === 'field' ? [item.code] : [])));
    const changed = Object.fromEntries(Object.entries(answer.typed).filter(([field]) => asked.has(field)));
    if (Object.keys(changed).length > 0) {
      const application = (await findApplication(tx, answer.caseId))!;
      await updateTyped(tx, crypto, now, answer.caseId, { ...openTyped(crypto, application), ...changed });
    }
    if (found.one.status === 'extra_requested') {
      const { who, requestId } = answer;
      const moved = await moveCase(tx, now, { one: found.one, event: 'answer-extra', by: 'customer', who, requestId });
      if (!moved.ok) return refuse('not-possible');
    }
    return done(null);
  });
}
