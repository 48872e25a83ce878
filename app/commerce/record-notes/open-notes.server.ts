import { findStaffNames, listStaffWith } from '#app/platform/access-store.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import { findLastChange } from '#app/platform/audit.server.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { instant } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import { mayChangeNote } from './note-rules.ts';
import { notesAt, recordAt, ruleOf, type DeskRecord } from './record-kinds.ts';
import { callOf, findFiles, findNotes, lookAt } from './record-notes-store.server.ts';
import { mayWriteOn } from './write-note.server.ts';

type Staff = Viewer & { readonly kind: 'staff' };

/** Local time of the house, as `YYYY-MM-DDTHH:MM`. */
const houseTime = (at: Date) => localTimeIn('Asia/Dubai', instant(at.getTime()));

/**
 * What the shared part of a record shows: notes, files, who can be asked, and where the record stood. Read it before the record
 * itself: what changes in between is then told of once too often, never once too little. The caller has judged access.
 */
export async function openNotes(platform: Pick<Platform, 'db' | 'crypto' | 'clock'>, viewer: Viewer, record: DeskRecord) {
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { db, crypto, clock } = platform;
  const change = await findLastChange(db, record.subjects);
  const writes = mayWriteOn(viewer, record);
  const [notes, files, colleagues] = await Promise.all([
    findNotes(db, crypto, record),
    findFiles(db, crypto, record),
    writes ? listStaffWith(db, ruleOf(record.kind).sees) : [],
  ]);
  const names = await findStaffNames(db, [
    ...new Set([
      ...notes.flatMap(({ author, told, pinnedBy }) => [author, ...told, ...(pinnedBy ? [pinnedBy] : [])]),
      ...files.flatMap(({ keptBy, removedBy }) => [keptBy, ...(removedBy ? [removedBy] : [])]),
    ]),
  ]);
  const nameOf = (id: string) => names.get(id) ?? '–';
  const now = clock.now();
  const me = viewer.user.id;
  return {
    record: { kind: record.kind, handle: record.handle, name: record.name },
    page: recordAt(record),
    at: notesAt(record),
    key: newFormKey(),
    me,
    stamp: change?.sequence ?? 0,
    writes,
    filesOnly: ruleOf(record.kind).filesOnly ?? false,
    notes: notes.map((note) => ({
      id: note.id,
      version: note.version,
      by: nameOf(note.author),
      words: note.words,
      call: callOf(note),
      told: note.told.map(nameOf),
      at: note.at.toISOString(),
      time: houseTime(note.at),
      changed: note.changedAt !== null,
      removed: note.removedAt !== null,
      pinnedBy: note.pinnedBy && nameOf(note.pinnedBy),
      mine: mayChangeNote(note, me, now),
    })),
    files: files.map((file) => ({
      id: file.id,
      name: file.name,
      kilobytes: Math.max(1, Math.round(file.bytes / 1024)),
      by: nameOf(file.keptBy),
      at: file.at.toISOString(),
      time: houseTime(file.at),
      removed: file.removedAt && { by: nameOf(file.removedBy ?? ''), time: houseTime(file.removedAt), why: file.removedWhy ?? '' },
    })),
    colleagues: colleagues.filter(({ userId }) => userId !== me).map(({ userId, displayName }) => ({ id: userId, name: displayName })),
  };
}
export type OpenNotes = Awaited<ReturnType<typeof openNotes>>;

/** What an open page learns of its record since it was drawn. */
export interface RecordNews {
  readonly change: {
    /** A colleague, or null where it was the system, a customer or the bank. */
    readonly by: string | null;
    /** By who asks, in another window. */
    readonly own: boolean;
    readonly time: string;
    readonly stamp: number;
  } | null;
  /** Colleagues who have it open, too. */
  readonly others: readonly string[];
}

/**
 * What a question costs: the head of the record by its key, one step down an index of the audit, one row written and one read of
 * who looks on, and a name where there is one to tell. Notes, files and the record itself are not read.
 */
export async function hearOfRecord(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  viewer: Staff,
  record: DeskRecord,
  since: number,
): Promise<RecordNews> {
  const [change, others] = await Promise.all([findLastChange(db, record.subjects), lookAt(db, clock.now(), record, viewer.user.id)]);
  const news = change && change.sequence > since ? change : null;
  const staffId = news?.actor.startsWith('staff:') ? news.actor.slice('staff:'.length) : null;
  const names = await findStaffNames(db, [...others, ...(staffId ? [staffId] : [])]);
  return {
    change: news && {
      by: staffId && (names.get(staffId) ?? '–'),
      own: staffId === viewer.user.id,
      time: houseTime(new Date(news.at)),
      stamp: news.sequence,
    },
    others: others.flatMap((id) => names.get(id) ?? []),
  };
}
