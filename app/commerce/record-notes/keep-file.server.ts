import { randomUUID } from 'node:crypto';
import type { Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { checkPaper } from '#app/platform/check-paper.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import { takeTry, type Limit } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { hourMs } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { paperEndings, type PaperRefusal, type PaperType } from '#app/values/paper-types.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { longestReason, mostFiles } from './note-rules.ts';
import type { DeskRecord } from './record-kinds.ts';
import { findFiles, insertFile, lockFilesOf, markFileRemoved } from './record-notes-store.server.ts';
import { mayWriteOn } from './write-note.server.ts';

type Staff = Viewer & { readonly kind: 'staff' };

/** Checking a file costs more than most that a form can ask for. */
const limit: Limit = { name: 'record:file', most: 60, perMs: hourMs };

const place = (id: string) => `record_files|content|${id}`;

export type FileRefusal = PaperRefusal | 'permission' | 'too-many' | 'too-often';

/** Keeps a file beside a record: checked, sealed, under a name that says nothing. */
export async function keepFile(
  { db, clock, crypto, files }: Pick<Platform, 'db' | 'clock' | 'crypto' | 'files'>,
  viewer: Staff,
  record: DeskRecord,
  file: { readonly name: string; readonly content: Uint8Array; readonly requestId: string },
  keep?: Keep<Outcome<string, never>>,
): Promise<Outcome<string, FileRefusal>> {
  if (!mayWriteOn(viewer, record)) return refuse('permission');
  if ((await takeTry(db, clock, limit, viewer.user.id)) > 0) return refuse('too-often');
  const checked = await checkPaper(file.content);
  if (!checked.ok) return refuse(checked.refused);
  const id = randomUUID();
  const stored = `record-${randomUUID()}.${paperEndings[checked.type]}`;
  // The file first: a row never names one that is not there.
  await files.put(stored, Buffer.from(crypto.seal(Buffer.from(checked.content).toString('base64'), place(id)), 'latin1'));
  let kept = false;
  try {
    return await transact(db, async (tx): Promise<Outcome<string, FileRefusal>> => {
      if ((await lockFilesOf(tx, record)) >= mostFiles) return refuse('too-many');
      const now = clock.now();
      await insertFile(tx, crypto, {
        id,
        kind: record.kind,
        recordId: record.id,
        name: plainLine(file.name, 120).slice(0, 120) || '-',
        type: checked.type,
        bytes: checked.content.byteLength,
        stored,
        keptBy: viewer.user.id,
        at: new Date(now),
      });
      await audit(tx, now, {
        actor: `staff:${viewer.user.id}`,
        action: 'record.file-kept',
        subject: record.subjects[0]!,
        detail: { file: id },
        requestId: file.requestId,
      });
      await keep?.(tx, done(id));
      kept = true;
      return done(id);
    });
  } finally {
    if (!kept) await files.remove(stored);
  }
}

/** Takes a file away for a reason; that it was there stays on record, its content does not. */
export async function removeFile(
  { db, clock, crypto, files }: Pick<Platform, 'db' | 'clock' | 'crypto' | 'files'>,
  viewer: Staff,
  record: DeskRecord,
  asked: { readonly id: string; readonly why: string; readonly requestId: string },
): Promise<Outcome<null, 'permission' | 'no-reason' | 'long-reason' | 'gone'>> {
  if (!mayWriteOn(viewer, record)) return refuse('permission');
  if (asked.why === '') return refuse('no-reason');
  if (asked.why.length > longestReason) return refuse('long-reason');
  const file = (await findFiles(db, crypto, record)).find(({ id }) => id === asked.id);
  if (!file?.stored) return refuse('gone');
  const gone = await transact(db, async (tx) => {
    const now = clock.now();
    if (!(await markFileRemoved(tx, crypto, now, { id: file.id, by: viewer.user.id, why: asked.why }))) return false;
    await audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'record.file-removed',
      subject: record.subjects[0]!,
      detail: { file: file.id },
      requestId: asked.requestId,
    });
    return true;
  });
  if (!gone) return refuse('gone');
  await files.remove(file.stored);
  return done(null);
}

/** A file with its bytes, and a line in the audit that it was read; null for one of another record, or that is gone. */
export async function readFile(
  { db, clock, crypto, files }: Pick<Platform, 'db' | 'clock' | 'crypto' | 'files'>,
  viewer: Staff,
  record: DeskRecord,
  asked: { readonly id: string; readonly requestId: string },
): Promise<{ readonly name: string; readonly type: PaperType; readonly content: Buffer } | null> {
  const file = (await findFiles(db, crypto, record)).find(({ id }) => id === asked.id);
  const sealed = file?.stored && (await files.find(file.stored));
  if (!file || !sealed) return null;
  const content = Buffer.from(crypto.open(sealed.toString('latin1'), place(file.id)), 'base64');
  await transact(db, (tx) =>
    audit(tx, clock.now(), {
      actor: `staff:${viewer.user.id}`,
      action: 'record.file-read',
      subject: record.subjects[0]!,
      detail: { file: file.id },
      requestId: asked.requestId,
    }),
  );
  return { name: `${record.name.replace(/[^\w-]+/g, '-')}-${file.id.slice(0, 8)}.${paperEndings[file.type]}`, type: file.type, content };
}
