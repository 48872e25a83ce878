import { randomUUID } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import { checkPaper } from '#app/platform/check-paper.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { eachRow, everyRow, mustAllBeTaken } from '#app/platform/each-row.server.ts';
import { takeTry, type Limit } from '#app/platform/limiter.server.ts';
import { paperEndings, type PaperRefusal } from '#app/values/paper-types.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { noteRetention } from '#app/platform/retention-store.server.ts';
import { hourMs } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { mostCallPapers, takesPapers, type CallPaperKind } from './call-paper-rules.ts';
import { deleteCallPaper, findCallPapers, findOverPapers, insertCallPaper } from './call-papers-store.server.ts';
import { lockConsultation } from './consultations-store.server.ts';
import type { CallPaper } from './consultations.tables.ts';

/** Checking a file costs more than most that a visitor can ask for. */
const limit: Limit = { name: 'consultation:paper', most: 30, perMs: hourMs };

const place = (id: string) => `consultation_papers|content|${id}`;

export type CallPaperRefusal = PaperRefusal | 'too-many-papers' | 'too-often' | 'call-over';

/** Keeps a paper for the officer of a call: checked, sealed, under a name that says nothing. */
export async function sendCallPaper(
  platform: Platform,
  paper: { readonly consultationId: string; readonly kind: CallPaperKind; readonly content: Uint8Array; readonly actor: string },
): Promise<Outcome<{ readonly id: string }, CallPaperRefusal>> {
  const { db, clock, crypto, files } = platform;
  if ((await takeTry(db, clock, limit, paper.consultationId)) > 0) return refuse('too-often');
  const checked = await checkPaper(paper.content);
  if (!checked.ok) return refuse(checked.refused);
  const id = randomUUID();
  const stored = `call-${randomUUID()}.${paperEndings[checked.type]}`;
  // The file first: a row never names one that is not there.
  await files.put(stored, Buffer.from(crypto.seal(Buffer.from(checked.content).toString('base64'), place(id)), 'latin1'));
  const kept = await transact(db, async (tx): Promise<Outcome<{ readonly id: string }, CallPaperRefusal>> => {
    const call = await lockConsultation(tx, paper.consultationId);
    if (!call || !takesPapers(call.status)) return refuse('call-over');
    if ((await findCallPapers(tx, call.id)).length >= mostCallPapers) return refuse('too-many-papers');
    const now = clock.now();
    await insertCallPaper(tx, {
      id,
      consultationId: call.id,
      kind: paper.kind,
      type: checked.type,
      bytes: checked.content.byteLength,
      stored,
      at: new Date(now),
    });
    await audit(tx, now, {
      actor: paper.actor,
      action: 'consultation.paper-sent',
      subject: `consultations:${call.id}`,
      detail: { kind: paper.kind },
    });
    return done({ id });
  });
  if (!kept.ok) await files.remove(stored);
  return kept;
}

/** Takes a paper back, as long as the call is not over. */
export async function takeBackCallPaper(
  platform: Platform,
  paper: { readonly consultationId: string; readonly id: string; readonly actor: string },
): Promise<Outcome<null, 'call-over' | 'paper-gone'>> {
  const { db, clock, files } = platform;
  const gone = await transact(db, async (tx): Promise<Outcome<CallPaper, 'call-over' | 'paper-gone'>> => {
    const call = await lockConsultation(tx, paper.consultationId);
    if (!call || !takesPapers(call.status)) return refuse('call-over');
    const found = (await findCallPapers(tx, call.id)).find(({ id }) => id === paper.id);
    if (!found) return refuse('paper-gone');
    await deleteCallPaper(tx, found.id);
    await audit(tx, clock.now(), {
      actor: paper.actor,
      action: 'consultation.paper-taken-back',
      subject: `consultations:${call.id}`,
      detail: { kind: found.kind },
    });
    return done(found);
  });
  if (!gone.ok) return gone;
  await files.remove(gone.value.stored);
  return done(null);
}

export interface OpenedPaper {
  readonly name: string;
  readonly type: CallPaper['type'];
  readonly content: Buffer;
}

/** A paper of a call with its bytes; null for one of another call, or whose file is gone. The caller has judged access. */
export async function openCallPaper(
  { db, crypto, files }: Pick<Platform, 'db' | 'crypto' | 'files'>,
  consultationId: string,
  id: string,
): Promise<OpenedPaper | null> {
  const paper = (await findCallPapers(db, consultationId)).find((one) => one.id === id);
  const sealed = paper && (await files.find(paper.stored));
  if (!sealed) return null;
  const content = Buffer.from(crypto.open(sealed.toString('latin1'), place(paper.id)), 'base64');
  return { name: `${paper.kind}.${paperEndings[paper.type]}`, type: paper.type, content };
}

/** The same for a colleague, with a line in the audit that it was read. */
export async function readCallPaper(
  platform: Platform,
  asked: { readonly consultationId: string; readonly id: string; readonly staffId: string; readonly requestId: string },
): Promise<OpenedPaper | null> {
  const opened = await openCallPaper(platform, asked.consultationId, asked.id);
  if (!opened) return null;
  await transact(platform.db, (tx) =>
    audit(tx, platform.clock.now(), {
      actor: `staff:${asked.staffId}`,
      action: 'consultation.paper-read',
      subject: `consultations:${asked.consultationId}`,
      detail: { paper: asked.id },
      requestId: asked.requestId,
    }),
  );
  return opened;
}

/** Lets papers go whose call is long over. The file goes first: what could not be removed is tried again. */
export async function purgeCallPapers(platform: Platform): Promise<void> {
  const { db, clock, files } = platform;
  const now = clock.now();
  let gone = 0;
  const failed = await eachRow(
    platform,
    'paper',
    everyRow<CallPaper>((after) => findOverPapers(db, now, after)),
    async ({ id, stored }) => {
      await files.remove(stored);
      await transact(db, (tx) => deleteCallPaper(tx, id));
      gone += 1;
    },
  );
  await noteRetention(db, now, 'consultation-papers', gone);
  mustAllBeTaken(failed);
}
