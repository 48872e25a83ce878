import { randomUUID } from 'node:crypto';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import type { Clerk, StaffMember, Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { NotedCall } from './call-rules.ts';
import { longestNote, mayChangeNote, namedIn } from './note-rules.ts';
import { ruleOf, seesRecord, writesOnRecord, type DeskRecord } from './record-kinds.ts';
import { callOf, changeNote, findNote, findNotes, insertNote, openWords, rewordNote } from './record-notes-store.server.ts';

type Staff = Viewer & { readonly kind: 'staff' };

export type NoteFault =
  | { readonly wrong: 'permission' | 'empty' | 'long' }
  /** Who was named and may not open the record. */
  | { readonly wrong: 'stranger'; readonly names: readonly string[] };

export interface CheckedNote {
  readonly words: string;
  readonly told: readonly string[];
  /** Of a telephone call, which may be noted without further words. */
  readonly call?: NotedCall | null;
}

export const mayWriteOn = (viewer: Clerk, record: Pick<DeskRecord, 'kind'>) => writesOnRecord(viewer.staff.roles, record.kind);

/**
 * Whether a note may be kept as it was typed. Colleagues are named by a tick in the list or by @ and their name. One who may
 * not open the record is refused rather than left out: whoever wrote would wait for an answer that cannot come.
 */
export async function checkNote(
  platform: Pick<Platform, 'db'>,
  viewer: Staff,
  record: Pick<DeskRecord, 'kind'>,
  typed: { readonly words: string; readonly tell: readonly string[]; readonly call?: NotedCall },
): Promise<{ readonly ok: true; readonly note: CheckedNote } | { readonly ok: false; readonly fault: NoteFault }> {
  const { words, call = null } = typed;
  if (!mayWriteOn(viewer, record)) return { ok: false, fault: { wrong: 'permission' } };
  if (words === '' && call === null) return { ok: false, fault: { wrong: 'empty' } };
  if (words.length > longestNote) return { ok: false, fault: { wrong: 'long' } };
  const house = await listStaffWith(platform.db, 'desk:open');
  const ticked = typed.tell.map(
    (id): StaffMember => house.find(({ userId }) => userId === id) ?? { userId: id, displayName: '–', roles: [] },
  );
  const named = [...new Map([...ticked, ...namedIn(words, house)].map((one) => [one.userId, one])).values()].filter(
    ({ userId }) => userId !== viewer.user.id,
  );
  const strangers = named.filter(({ roles }) => !seesRecord(roles, record.kind));
  if (strangers.length > 0) return { ok: false, fault: { wrong: 'stranger', names: strangers.map(({ displayName }) => displayName) } };
  return { ok: true, note: { words, told: named.map(({ userId }) => userId), call } };
}

const subjectOf = (noteId: string, staffId: string) => `record_notes:${noteId}-${staffId}`;

/** Rings the bell of those who are named. The task says which record, never what was written on it. */
async function ring(tx: Tx, now: Parameters<typeof openStaffTask>[1], record: DeskRecord, noteId: string, told: readonly string[]) {
  for (const colleague of told.toSorted())
    await openStaffTask(tx, now, {
      kind: 'record-mention',
      subject: subjectOf(noteId, colleague),
      textKey: ruleOf(record.kind).nameless ? 'tasks:record-mention-customer' : 'tasks:record-mention',
      detail: { record: record.kind, handle: record.handle, ...(ruleOf(record.kind).nameless ? {} : { name: record.name }) },
      for: colleague,
    });
}

/** Keeps a note that was checked. Whoever writes on the record has looked: what asked them to ends. */
export async function writeNote(
  { db, crypto, clock }: Pick<Platform, 'db' | 'crypto' | 'clock'>,
  viewer: Staff,
  record: DeskRecord,
  note: CheckedNote & { readonly requestId: string },
  keep?: Keep<string>,
): Promise<string> {
  const actor = `staff:${viewer.user.id}`;
  return transact(db, async (tx) => {
    const now = clock.now();
    const id = randomUUID();
    for (const asked of await findNotes(tx, crypto, record))
      if (asked.told.includes(viewer.user.id))
        await closeStaffTask(tx, now, { kind: 'record-mention', subject: subjectOf(asked.id, viewer.user.id), by: actor });
    await insertNote(tx, crypto, now, { id, record, author: viewer.user.id, words: note.words, told: note.told, call: note.call ?? null });
    await ring(tx, now, record, id, note.told);
    await audit(tx, now, {
      actor,
      action: note.call ? 'record.call-noted' : 'record.noted',
      subject: record.subjects[0]!,
      detail: { note: id, told: note.told.length },
      requestId: note.requestId,
    });
    await keep?.(tx, id);
    return id;
  });
}

export type NoteRefusal = 'permission' | 'gone' | 'too-late' | 'changed-meanwhile' | 'empty' | 'emptied';

interface Asked {
  readonly id: string;
  readonly version: number;
  readonly requestId: string;
}

type Found = NonNullable<Awaited<ReturnType<typeof findNote>>>;

/** One change of a note at the version that was looked at, with its line in the audit. */
async function change(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  viewer: Staff,
  record: DeskRecord,
  asked: Asked,
  how: {
    readonly action: string;
    readonly own: boolean;
    /** Why the note does not take this change. */
    readonly judge?: (note: Found) => NoteRefusal | null;
    /** What the audit keeps of the note beside its id. */
    readonly told?: (note: Found) => Readonly<Record<string, string | number>>;
    readonly write: (tx: Tx, note: Found) => Promise<boolean>;
  },
): Promise<Outcome<null, NoteRefusal>> {
  if (!mayWriteOn(viewer, record)) return refuse('permission');
  return transact(db, async (tx): Promise<Outcome<null, NoteRefusal>> => {
    const note = await findNote(tx, record, asked.id);
    if (!note || note.removedAt) return refuse('gone');
    if (how.own && !mayChangeNote(note, viewer.user.id, clock.now())) return refuse('too-late');
    const refused = how.judge?.(note) ?? null;
    if (refused) return refuse(refused);
    if (!(await how.write(tx, { ...note, version: asked.version }))) return refuse('changed-meanwhile');
    await audit(tx, clock.now(), {
      actor: `staff:${viewer.user.id}`,
      action: how.action,
      subject: record.subjects[0]!,
      detail: { note: note.id, ...how.told?.(note) },
      requestId: asked.requestId,
    });
    return done(null);
  });
}

/**
 * Puts one's own words right for a short time, and of a call who rang whom, what came of it and how long it took; what stood
 * there before stays on record. What was said in a call can be said otherwise and not be taken out again.
 */
export function editNote(
  platform: Pick<Platform, 'db' | 'crypto' | 'clock'>,
  viewer: Staff,
  record: DeskRecord,
  asked: Asked & CheckedNote,
): Promise<Outcome<null, NoteRefusal>> {
  return change(platform, viewer, record, asked, {
    action: 'record.note-changed',
    own: true,
    judge: (note) => {
      if (asked.words !== '') return null;
      if (note.callWay === null) return 'empty';
      return openWords(platform.crypto, note) === '' ? null : 'emptied';
    },
    told: (note): Readonly<Record<string, string | number>> => {
      const before = callOf(note);
      return before && asked.call ? { way: before.way, outcome: before.outcome, minutes: before.minutes } : {};
    },
    write: async (tx, note) => {
      const now = platform.clock.now();
      const news = asked.told.filter((id) => !note.told.includes(id));
      if (
        !(await rewordNote(tx, platform.crypto, now, { note, words: asked.words, told: [...note.told, ...news], call: asked.call ?? null }))
      )
        return false;
      await ring(tx, now, record, note.id, news);
      return true;
    },
  });
}

/** Takes one's own note out of sight for a short time after writing it; those it asked are asked no more. */
export function removeNote(
  platform: Pick<Platform, 'db' | 'clock'>,
  viewer: Staff,
  record: DeskRecord,
  asked: Asked,
): Promise<Outcome<null, NoteRefusal>> {
  return change(platform, viewer, record, asked, {
    action: 'record.note-removed',
    own: true,
    write: async (tx, note) => {
      const now = platform.clock.now();
      if (!(await changeNote(tx, note, { removedAt: new Date(now), pinnedAt: null, pinnedBy: null }))) return false;
      for (const colleague of note.told)
        await closeStaffTask(tx, now, { kind: 'record-mention', subject: subjectOf(note.id, colleague), by: `staff:${viewer.user.id}` });
      return true;
    },
  });
}

/** Keeps a note above the others, or lets it go back among them. */
export function pinNote(
  platform: Pick<Platform, 'db' | 'clock'>,
  viewer: Staff,
  record: DeskRecord,
  asked: Asked & { readonly pinned: boolean },
): Promise<Outcome<null, NoteRefusal>> {
  const to = asked.pinned ? { pinnedAt: new Date(platform.clock.now()), pinnedBy: viewer.user.id } : { pinnedAt: null, pinnedBy: null };
  return change(platform, viewer, record, asked, {
    action: asked.pinned ? 'record.note-pinned' : 'record.note-unpinned',
    own: false,
    write: (tx, note) => changeNote(tx, note, to),
  });
}
