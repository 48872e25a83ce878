import type { TakeOutcome } from '#app/commerce/due-work.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { wakesAt, type Snooze } from '../task-rules.ts';
import { workTask } from '../work-task.server.ts';
import { findWork } from './list-work.server.ts';
import { personOf } from './open-work.server.ts';
import { keepPutOff } from './put-off-store.server.ts';
import { outcomeOfTask, workSources } from './work-sources.server.ts';
import { nameThing, type WorkKind, type WorkThing } from './work-view.ts';

/** `undo` gives a thing back to whoever had it, or to nobody, as the report of a move names them. */
export const workMoves = ['take', 'give', 'put-back', 'put-off', 'wake', 'undo'] as const;
export type WorkMove = (typeof workMoves)[number];

export type WorkOutcome = TakeOutcome | 'not-yours' | 'may-not-give' | 'no-colleague';

/**
 * Takes something of the queue on, gives it to a colleague, puts it back, or puts it off. Whose it is changes as on its own page,
 * with the same rights and the same trace; only what one has in hand is put off, and what has escalated is put off no more.
 */
export async function workOnItem(
  platform: Platform,
  viewer: Clerk,
  { kind, id, from, before = null }: WorkThing,
  ask: { readonly move: WorkMove; readonly snooze: Snooze; readonly to: string | null; readonly requestId: string },
): Promise<WorkOutcome> {
  const { move, snooze, requestId } = ask;
  const me = viewer.user.id;
  const source = workSources(viewer).find((one) => one.kind === kind);
  if (!source || !may(viewer, source.work)) return 'permission';
  if (move !== 'put-off' && move !== 'wake') {
    const to = { take: me, give: ask.to, 'put-back': null, undo: before }[move];
    if (move === 'give' && to === null) return 'no-colleague';
    if (to === null && !source.putsBack) return 'not-possible';
    const taken = await source.take(platform, viewer, { id, from, to, requestId });
    return taken === 'permission' && to !== me ? 'may-not-give' : taken;
  }
  const now = platform.clock.now();
  const row = await findWork(platform.db, viewer, { kind, id }, now);
  if (!row) return 'changed-meanwhile';
  if (row.ownerId !== me) return 'not-yours';
  if (kind === 'task') {
    const put = await workTask(platform, viewer, { id, move: move === 'wake' ? 'wake' : 'snooze', from: null, snooze, requestId });
    return outcomeOfTask(put);
  }
  if (move === 'put-off' && row.escalated) return 'escalated';
  const until = move === 'wake' ? now : wakesAt(snooze, now);
  await transact(platform.db, async (tx) => {
    await keepPutOff(tx, now, { kind, subject: id, by: me, until });
    await audit(tx, now, {
      actor: `staff:${me}`,
      action: `work.${move}`,
      subject: `work:${kind}-${id}`,
      detail: { reference: row.reference, ...(move === 'put-off' ? { until: new Date(until).toISOString() } : {}) },
      requestId,
    });
  });
  return 'done';
}

/** What became of one of several things, for whoever pressed. */
export interface WorkLine {
  /** Null of what is not there any more, or not this colleague's to see. */
  readonly reference: string | null;
  readonly person: string | null;
  readonly kind: WorkKind;
  readonly outcome: WorkOutcome;
  /** The form that undoes it; null where that is for its own page. */
  readonly undo: ShownUndo | null;
}

/** The form that undoes a move, and the colleague who would have the thing again. */
export interface Undo {
  readonly move: WorkMove;
  readonly thing: string;
  /** A user's id; null where it is nobody or whoever asks. */
  readonly to: string | null;
}

/** The same with the colleague's name. */
export type ShownUndo = Omit<Undo, 'to'> & { readonly name: string | null };

/** One move for several things, one after the other: each is a move of its own, and a second press meets what the first one did. */
export async function workOnMany(
  platform: Platform,
  viewer: Clerk,
  things: readonly WorkThing[],
  ask: Parameters<typeof workOnItem>[3],
): Promise<WorkLine[]> {
  const lines: (Omit<WorkLine, 'undo'> & { readonly undo: Undo | null })[] = [];
  for (const thing of things) {
    const row = await findWork(platform.db, viewer, thing, platform.clock.now());
    const outcome = await workOnItem(platform, viewer, thing, ask);
    lines.push({
      reference: row && (row.reference || row.id),
      person: row && personOf(platform.crypto, row),
      kind: thing.kind,
      outcome,
      undo: outcome === 'done' ? undoOf(viewer, thing, ask) : null,
    });
  }
  const names = await findStaffNames(
    platform.db,
    lines.flatMap(({ undo }) => undo?.to ?? []),
  );
  return lines.map((line) => ({ ...line, undo: line.undo && nameUndo(line.undo, names) }));
}

export const nameUndo = ({ move, thing, to }: Undo, names: ReadonlyMap<string, string>): ShownUndo => ({
  move,
  thing,
  name: to === null ? null : (names.get(to) ?? '–'),
});

/** How a move that was made is undone, as far as it can be from the queue and by whoever made it. */
export function undoOf(viewer: Clerk, { kind, id, from, before = null }: WorkThing, ask: Parameters<typeof workOnItem>[3]): Undo | null {
  const { move } = ask;
  const me = viewer.user.id;
  if (move === 'put-off') return { move: 'wake', thing: nameThing({ kind, id, from }), to: null };
  if (move === 'wake') return null;
  const now = { take: me, give: ask.to, 'put-back': null, undo: before }[move];
  const source = workSources(viewer).find((one) => one.kind === kind);
  // It goes back to nobody, to oneself, or to a colleague, which is giving it to them.
  const possible = from === null ? source?.putsBack : from === me || source?.gives(viewer, now);
  if (now === from || !possible) return null;
  return { move: 'undo', thing: nameThing({ kind, id, from: now, before: from }), to: from === me ? null : from };
}
