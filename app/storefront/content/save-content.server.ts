import { followApproval } from '#app/platform/approvals.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import {
  addContent,
  addEdition,
  addVersion,
  changeContent,
  contentId,
  findDrafts,
  findWriters,
  hideTexts,
} from './content-store.server.ts';
import type { ContentWords, NewContent } from './content-store.server.ts';
import { contentMachine, type ContentEvent, type ContentStatus } from './content-status.ts';
import type { ContentItem } from './content.tables.ts';
import type { ContentLook } from './look-form.ts';
import { mayPublish, type PublishRefusal } from './publish-rules.ts';

export type ContentRefusal = MoveRefusal | PublishRefusal | 'changed-meanwhile' | 'address-taken';

const actorOf = (staffId: string) => `staff:${staffId}`;
const subjectOf = (id: string) => `content_items:${id}`;
const approvalOf = (id: string, title = id) => ({ kind: 'content-edition', subject: subjectOf(id), detail: { text: title } });

/** Begins a text with its English words. */
export async function beginContent(
  platform: Platform,
  work: { readonly item: NewContent; readonly words: ContentWords; readonly staffId: string },
): Promise<Outcome<string, ContentRefusal>> {
  const id = contentId(work.item.kind, work.item.slug);
  const actor = actorOf(work.staffId);
  return transact(platform.db, async (tx): Promise<Outcome<string, ContentRefusal>> => {
    const now = platform.clock.now();
    if (!(await addContent(tx, now, work.item))) return refuse('address-taken');
    await addVersion(tx, now, { itemId: id, language: 'en', ...work.words, actor });
    await audit(tx, now, { actor, action: 'content.begun', subject: subjectOf(id) });
    return done(id);
  });
}

/**
 * Keeps new words of one language as a version. What visitors read stays as it is until it is published again; a text
 * that was submitted or published becomes a draft.
 */
export async function saveWords(
  platform: Platform,
  work: { readonly item: ContentItem; readonly language: LanguageCode; readonly words: ContentWords; readonly staffId: string },
): Promise<Outcome<number, ContentRefusal>> {
  const { item, language, words } = work;
  const actor = actorOf(work.staffId);
  const move = item.status === 'draft' ? null : moveOn(contentMachine, item.status, 'revise', 'staff');
  if (move && !move.ok) return refuse(move.refused);
  return transact(platform.db, async (tx): Promise<Outcome<number, ContentRefusal>> => {
    const now = platform.clock.now();
    if (!(await changeContent(tx, now, item, { status: move?.to ?? 'draft', submittedBy: null }))) return refuse('changed-meanwhile');
    const number = await addVersion(tx, now, { itemId: item.id, language, ...words, actor });
    await audit(tx, now, { actor, action: 'content.saved', subject: subjectOf(item.id), detail: { language, number } });
    await followApproval(tx, now, approvalOf(item.id), { waits: false, by: actor });
    return done(number);
  });
}

/** Gives a text another topic or poster. Visitors see it at once where it is public: it is no edition of the words. */
export async function saveLook(
  platform: Platform,
  work: { readonly item: ContentItem; readonly look: ContentLook; readonly staffId: string },
): Promise<Outcome<ContentLook, ContentRefusal>> {
  const { item, look } = work;
  const actor = actorOf(work.staffId);
  return transact(platform.db, async (tx): Promise<Outcome<ContentLook, ContentRefusal>> => {
    const now = platform.clock.now();
    if (!(await changeContent(tx, now, item, { topic: look.topic, poster: look.poster }))) return refuse('changed-meanwhile');
    const detail = { from: { topic: item.topic, poster: item.poster }, to: { topic: look.topic, poster: look.poster } };
    await audit(tx, now, { actor, action: 'content.look', subject: subjectOf(item.id), detail });
    return done(look);
  });
}

const isWhole = ({ title, summary, body }: ContentWords) => title !== '' && summary !== '' && body !== '';

/** Moves a text on: to the review, back, to the public, out of sight. Publishing asks the rules of publishing first. */
export async function moveContent(
  platform: Platform,
  work: { readonly item: ContentItem; readonly event: ContentEvent; readonly staffId: string },
): Promise<Outcome<ContentStatus, ContentRefusal>> {
  const { item, event } = work;
  const actor = actorOf(work.staffId);
  const move = moveOn(contentMachine, item.status, event, 'staff');
  if (!move.ok) return refuse(move.refused);
  const drafts = await findDrafts(platform.db, item.id);
  const languages = languageCodes.filter((code) => {
    const draft = drafts[code];
    return draft && isWhole(draft);
  });
  if (event === 'publish') {
    const writers = await findWriters(platform.db, item.id);
    const refused = mayPublish({ kind: item.kind, languages, writers, submittedBy: item.submittedBy, actor });
    if (refused) return refuse(refused);
  }
  return transact(platform.db, async (tx): Promise<Outcome<ContentStatus, ContentRefusal>> => {
    const now = platform.clock.now();
    const change = {
      status: move.to,
      ...(event === 'submit' ? { submittedBy: actor } : {}),
      ...(event === 'send-back' ? { submittedBy: null } : {}),
      ...(event === 'archive' ? { liveEdition: null } : {}),
    };
    // First the row that is the lock, then what hangs on it.
    if (!(await changeContent(tx, now, item, change))) return refuse('changed-meanwhile');
    if (event === 'archive') await hideTexts(tx, item.id);
    if (event === 'publish') {
      const liveEdition = await addEdition(tx, now, { itemId: item.id, languages, actor });
      await changeContent(tx, now, { id: item.id, version: item.version + 1 }, { liveEdition });
    }
    await audit(tx, now, { actor, action: `content.${event}`, subject: subjectOf(item.id) });
    const title = drafts.en?.title || languages.flatMap((code) => drafts[code]?.title ?? [])[0];
    await followApproval(tx, now, approvalOf(item.id, title), { waits: move.to === 'review', by: actor });
    return done(move.to);
  });
}
