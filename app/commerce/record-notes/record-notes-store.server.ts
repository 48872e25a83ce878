import { and, asc, desc, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { addMilliseconds, minuteMs, type Instant } from '#app/values/dates.ts';
import type { NotedCall } from './call-rules.ts';
import type { DeskRecord, RecordKind } from './record-kinds.ts';
import { recordFiles, recordLooks, recordNotes, recordNoteWordings, type RecordFile, type RecordNote } from './record-notes.tables.ts';

/** Notes keep the place that they were sealed for: those of orders and customers are older than this table. */
const place = ({ sealedFor, id }: Pick<RecordNote, 'sealedFor' | 'id'>) => `${sealedFor}|words|${id}`;
const wordingPlace = (noteId: string, version: number) => `record_note_wordings|words|${noteId}:${version}`;
const namePlace = (id: string) => `record_files|name|${id}`;
const whyPlace = (id: string) => `record_files|removed_why|${id}`;

type Which = Pick<DeskRecord, 'kind' | 'id'>;

const most = 200;
const ofRecord = (record: Which) => and(eq(recordNotes.kind, record.kind), eq(recordNotes.recordId, record.id));

/** Notes on a record with their words, oldest first; those that were taken away come without. The caller has judged access. */
export async function findNotes(db: Db | Tx, crypto: FieldCrypto, record: Which): Promise<RecordNote[]> {
  const rows = await db.select().from(recordNotes).where(ofRecord(record)).orderBy(desc(recordNotes.at), desc(recordNotes.id)).limit(most);
  return rows.toReversed().map((row) => ({ ...row, words: row.removedAt ? '' : crypto.open(row.words, place(row)) }));
}

export async function countNotes(db: Db | Tx, record: Which): Promise<number> {
  return db.$count(recordNotes, ofRecord(record));
}

/** One note as it is stored. */
export async function findNote(db: Db | Tx, record: Which, id: string): Promise<RecordNote | null> {
  const [row] = await db
    .select()
    .from(recordNotes)
    .where(and(ofRecord(record), eq(recordNotes.id, id)));
  return row ?? null;
}

export async function insertNote(
  tx: Tx,
  crypto: FieldCrypto,
  now: Instant,
  note: {
    readonly id: string;
    readonly record: Which;
    readonly author: string;
    readonly words: string;
    readonly told: readonly string[];
    readonly call?: NotedCall | null;
  },
): Promise<void> {
  const { id, record, author, told, call } = note;
  const words = crypto.seal(note.words, place({ sealedFor: 'record_notes', id }));
  await tx.insert(recordNotes).values({
    id,
    kind: record.kind,
    recordId: record.id,
    author,
    words,
    told: [...told],
    at: new Date(now),
    callWay: call?.way ?? null,
    callOutcome: call?.outcome ?? null,
    callMinutes: call?.minutes ?? null,
    callNumber: call?.number ?? null,
  });
}

/** The call that a note is of; null where it is none. */
export const callOf = ({ callWay, callOutcome, callMinutes, callNumber }: RecordNote): NotedCall | null =>
  callWay && callOutcome ? { way: callWay, outcome: callOutcome, minutes: callMinutes ?? 0, number: callNumber } : null;

/** What a note says. The caller has judged access. */
export const openWords = (crypto: FieldCrypto, note: Pick<RecordNote, 'words' | 'sealedFor' | 'id'>) =>
  crypto.open(note.words, place(note));

/** Writes other words over a note at the version that was looked at, and keeps what it said; false when it has changed since. */
export async function rewordNote(
  tx: Tx,
  crypto: FieldCrypto,
  now: Instant,
  {
    note,
    words,
    told,
    call,
  }: {
    readonly note: RecordNote;
    readonly words: string;
    readonly told: readonly string[];
    /** Of a call: what it was; a note that is none becomes none. */
    readonly call: NotedCall | null;
  },
): Promise<boolean> {
  const before = openWords(crypto, note);
  const facts = call && note.callWay !== null ? { callWay: call.way, callOutcome: call.outcome, callMinutes: call.minutes } : {};
  const changed = await changeNote(tx, note, {
    ...facts,
    words: crypto.seal(words, place(note)),
    told: [...told],
    changedAt: new Date(now),
  });
  if (changed)
    await tx.insert(recordNoteWordings).values({
      noteId: note.id,
      version: note.version,
      words: crypto.seal(before, wordingPlace(note.id, note.version)),
      until: new Date(now),
    });
  return changed;
}

export async function changeNote(tx: Tx, note: Pick<RecordNote, 'id' | 'version'>, to: Partial<RecordNote>): Promise<boolean> {
  const changed = await tx
    .update(recordNotes)
    .set({ ...to, version: note.version + 1 })
    .where(and(eq(recordNotes.id, note.id), eq(recordNotes.version, note.version)))
    .returning({ id: recordNotes.id });
  return changed.length > 0;
}

/** Files beside a record, newest first, what was taken away included. The caller has judged access. */
export async function findFiles(db: Db | Tx, crypto: FieldCrypto, record: Which): Promise<RecordFile[]> {
  const rows = await db
    .select()
    .from(recordFiles)
    .where(and(eq(recordFiles.kind, record.kind), eq(recordFiles.recordId, record.id)))
    .orderBy(desc(recordFiles.at), asc(recordFiles.id))
    .limit(most);
  return rows.map((row) => ({
    ...row,
    name: crypto.open(row.name, namePlace(row.id)),
    removedWhy: row.removedWhy && crypto.open(row.removedWhy, whyPlace(row.id)),
  }));
}

export async function insertFile(
  tx: Tx,
  crypto: FieldCrypto,
  file: Omit<RecordFile, 'removedAt' | 'removedBy' | 'removedWhy'>,
): Promise<void> {
  await tx.insert(recordFiles).values({ ...file, name: crypto.seal(file.name, namePlace(file.id)) });
}

/** Says that a file was taken away, by whom and why; false when it already was. */
export async function markFileRemoved(
  tx: Tx,
  crypto: FieldCrypto,
  now: Instant,
  { id, by, why }: { readonly id: string; readonly by: string; readonly why: string },
): Promise<boolean> {
  const gone = await tx
    .update(recordFiles)
    .set({ stored: null, removedAt: new Date(now), removedBy: by, removedWhy: crypto.seal(why, whyPlace(id)) })
    .where(and(eq(recordFiles.id, id), sql`${recordFiles.removedAt} is null`))
    .returning({ id: recordFiles.id });
  return gone.length > 0;
}

/** Locks what must be counted before one more is added. */
export async function lockFilesOf(tx: Tx, { kind, id }: Which): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`record_files:${kind}:${id}`}, 0))`);
  return tx.$count(recordFiles, and(eq(recordFiles.kind, kind), eq(recordFiles.recordId, id), sql`${recordFiles.removedAt} is null`));
}

/** What hangs on one record goes over to another: ids of the notes and of the files. */
export async function moveNotes(
  tx: Tx,
  kind: RecordKind,
  from: string,
  to: string,
): Promise<{ readonly notes: string[]; readonly files: string[] }> {
  const notes = await tx
    .update(recordNotes)
    .set({ recordId: to })
    .where(ofRecord({ kind, id: from }))
    .returning({ id: recordNotes.id });
  const files = await tx
    .update(recordFiles)
    .set({ recordId: to })
    .where(and(eq(recordFiles.kind, kind), eq(recordFiles.recordId, from)))
    .returning({ id: recordFiles.id });
  return { notes: notes.map(({ id }) => id), files: files.map(({ id }) => id) };
}

/** What had come with `moveNotes` goes back, and nothing else. */
export async function moveNotesBack(
  tx: Tx,
  kind: RecordKind,
  moved: { readonly notes: readonly string[]; readonly files: readonly string[]; readonly from: string; readonly to: string },
): Promise<void> {
  if (moved.notes.length > 0)
    await tx
      .update(recordNotes)
      .set({ recordId: moved.to })
      .where(and(ofRecord({ kind, id: moved.from }), inArray(recordNotes.id, [...moved.notes])));
  if (moved.files.length > 0)
    await tx
      .update(recordFiles)
      .set({ recordId: moved.to })
      .where(and(eq(recordFiles.kind, kind), eq(recordFiles.recordId, moved.from), inArray(recordFiles.id, [...moved.files])));
}

/** A page that asks this seldom is closed or in the background. */
const awayMs = 40_000;

/** Writes down that a colleague has a record open, drops what else they left open, and says who else has it. */
export async function lookAt(db: Db, now: Instant, { kind, id }: Which, staffId: string): Promise<string[]> {
  const mine = { kind, recordId: id, staffId, seenAt: new Date(now) };
  await db
    .insert(recordLooks)
    .values(mine)
    .onConflictDoUpdate({ target: [recordLooks.kind, recordLooks.recordId, recordLooks.staffId], set: { seenAt: mine.seenAt } });
  await db
    .delete(recordLooks)
    .where(
      or(
        and(eq(recordLooks.staffId, staffId), lt(recordLooks.seenAt, new Date(addMilliseconds(now, -minuteMs)))),
        and(eq(recordLooks.kind, kind), eq(recordLooks.recordId, id), lt(recordLooks.seenAt, new Date(addMilliseconds(now, -minuteMs)))),
      ),
    );
  const others = await db
    .select({ staffId: recordLooks.staffId })
    .from(recordLooks)
    .where(
      and(
        eq(recordLooks.kind, kind),
        eq(recordLooks.recordId, id),
        ne(recordLooks.staffId, staffId),
        gt(recordLooks.seenAt, new Date(addMilliseconds(now, -awayMs))),
      ),
    )
    .limit(5);
  return others.map((other) => other.staffId);
}

/** Lets go what colleagues kept beside a record, rows and all. Answers with the names of the files, which the caller removes. */
export async function deleteFilesOf(tx: Tx, kinds: readonly RecordKind[], recordId: string): Promise<string[]> {
  const gone = await tx
    .delete(recordFiles)
    .where(and(inArray(recordFiles.kind, [...kinds]), eq(recordFiles.recordId, recordId)))
    .returning({ stored: recordFiles.stored });
  return gone.flatMap(({ stored }) => stored ?? []);
}

/** Empties what colleagues wrote on a record, with what it said before; that somebody wrote something stays. */
export async function blankNotesOf(tx: Tx, crypto: FieldCrypto, kinds: readonly RecordKind[], recordId: string): Promise<void> {
  const notes = await tx
    .select()
    .from(recordNotes)
    .where(and(inArray(recordNotes.kind, [...kinds]), eq(recordNotes.recordId, recordId)));
  // What a note said before is append-only but for this.
  await tx.execute(sql`select set_config('rihla.erasing', 'on', true)`);
  for (const note of notes) {
    await tx
      .update(recordNotes)
      .set({ words: crypto.seal('-', place(note)), callNumber: null })
      .where(eq(recordNotes.id, note.id));
    const wordings = await tx.select().from(recordNoteWordings).where(eq(recordNoteWordings.noteId, note.id));
    for (const { version } of wordings)
      await tx
        .update(recordNoteWordings)
        .set({ words: crypto.seal('-', wordingPlace(note.id, version)) })
        .where(and(eq(recordNoteWordings.noteId, note.id), eq(recordNoteWordings.version, version)));
  }
  await tx.execute(sql`select set_config('rihla.erasing', 'off', true)`);
}
