import { createHash, randomUUID } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { photoWidthsOf } from '#app/ui/poster/photo-address.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import {
  mostOfOneThing,
  mostPhotographBytes,
  photographType,
  storedPhotograph,
  type Alts,
  type PhotographKind,
  type PhotographRefusal,
} from './photograph-rules.ts';
import { countShowing, insertPhotograph, listPhotographs, lockPhotograph, savePhotograph } from './photographs-store.server.ts';
import { preparePhotograph } from './prepare-photograph.server.ts';
import type { PhotographRow } from './supply.tables.ts';

export interface ThingShown {
  readonly kind: PhotographKind;
  readonly thing: string;
}
type Focus = { readonly x: number; readonly y: number };

/** Changed with how pictures are made, so that a file under its name never changes. */
const making = 'v1';

/** Adds a photograph behind those that are there; the first of a thing stands in the place of its poster. */
export async function addPhotograph(
  platform: Platform,
  ask: ThingShown & { readonly content: Uint8Array; readonly alt: Alts | null; readonly focus: Focus; readonly staffId: string },
): Promise<Outcome<string, PhotographRefusal>> {
  const { db, files, clock } = platform;
  if (ask.content.byteLength === 0) return refuse('empty');
  if (ask.content.byteLength > mostPhotographBytes) return refuse('too-large');
  if (!photographType(ask.content)) return refuse('other-type');
  if (!ask.alt) return refuse('alt');
  if ((await listPhotographs(db, ask.kind, ask.thing)).length >= mostOfOneThing) return refuse('too-many');
  const made = await preparePhotograph(ask.content);
  if (typeof made === 'string') return refuse(made);
  const hash = createHash('sha256').update(making).update(ask.content).digest('hex').slice(0, 40);
  for (const { width, type, content } of made.pictures) await files.put(storedPhotograph(hash, width, type), content);
  const id = randomUUID();
  const { kind, thing, alt, focus, staffId } = ask;
  await transact(db, async (tx) => {
    const now = clock.now();
    await insertPhotograph(tx, now, {
      id,
      kind,
      thing,
      hash,
      width: made.width,
      height: made.height,
      focusX: focus.x,
      focusY: focus.y,
      alt,
      changedBy: staffId,
    });
    await audit(tx, now, { actor: `staff:${staffId}`, action: 'photograph.added', subject: `${kind}:${thing}`, detail: { id, hash } });
  });
  return done(id);
}

export type PhotographWork =
  | { readonly do: 'describe'; readonly alt: Alts | null; readonly focus: Focus }
  | { readonly do: 'first' }
  | { readonly do: 'remove' };

/** One step on a photograph: what it shows and what must stay visible, its place, or its end. */
export async function workPhotograph(
  platform: Platform,
  ask: ThingShown & { readonly id: string; readonly version: number; readonly staffId: string; readonly work: PhotographWork },
): Promise<Outcome<true, PhotographRefusal>> {
  const { db, clock, files } = platform;
  const { work, staffId } = ask;
  if (work.do === 'describe' && !work.alt) return refuse('alt');
  const worked = await transact(db, async (tx): Promise<Outcome<PhotographRow, PhotographRefusal>> => {
    const now = clock.now();
    const row = await lockPhotograph(tx, ask.id);
    if (!row || row.kind !== ask.kind || row.thing !== ask.thing) return refuse('not-found');
    if (row.version !== ask.version) return refuse('changed-meanwhile');
    const [first] = await listPhotographs(tx, row.kind, row.thing);
    const change =
      work.do === 'describe'
        ? { alt: work.alt!, focusX: work.focus.x, focusY: work.focus.y }
        : work.do === 'first'
          ? { position: (first?.position ?? 1) - 1 }
          : { removedAt: new Date(now) };
    await savePhotograph(tx, now, row, { ...change, changedBy: staffId });
    const detail = { id: row.id, hash: row.hash, work: work.do };
    await audit(tx, now, { actor: `staff:${staffId}`, action: 'photograph.changed', subject: `${row.kind}:${row.thing}`, detail });
    return done(row);
  });
  if (!worked.ok) return worked;
  const { hash } = worked.value;
  if (work.do === 'remove' && (await countShowing(db, hash)) === 0)
    for (const width of photoWidthsOf(worked.value))
      for (const type of ['avif', 'webp'] as const) await files.remove(storedPhotograph(hash, width, type));
  return done(true);
}
