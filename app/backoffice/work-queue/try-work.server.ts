import { sql, type SQL } from 'drizzle-orm';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import { may, permissionsOf, type Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { DueSource } from '#app/commerce/due-work.server.ts';
import { cutSelection } from '#app/ui/desk-list/cut-selection.ts';
import { wakesAt } from '../task-rules.ts';
import { tryTasks } from '../work-task.server.ts';
import { mostAtOnce, type EveryWish } from './every-work.ts';
import { listWork, type WorkRow } from './list-work.server.ts';
import { personOf, whoseWork } from './open-work.server.ts';
import { outcomeOfTask, workSources } from './work-sources.server.ts';
import type { Instant } from '#app/values/dates.ts';
import type { WorkOutcome } from './work-on-item.server.ts';
import { nameThing, type WorkKind, type WorkView } from './work-view.ts';

/** More than a queue is ever looked through at once; it only keeps an address from asking for everything. */
const mostMatching = 2_000;

export type TriedWork = 'would' | 'already' | 'theirs' | Exclude<WorkOutcome, 'done'>;

/** What one press would come to with one thing. */
export interface TriedLine {
  readonly thing: string;
  readonly kind: WorkKind;
  readonly reference: string;
  readonly person: string | null;
  /** What of it waits. */
  readonly state: string;
  readonly said: TriedWork;
}

export interface TriedQueue extends EveryWish {
  readonly lines: readonly TriedLine[];
  /** How many more could be done; `more` where not all that match were looked at. */
  readonly left: number;
  readonly more: boolean;
  readonly ready: number;
}

/** Each thing that the queue matches, on whatever page of it, as one press would go; nothing is done. */
export async function tryEvery(platform: Platform, viewer: Clerk, view: WorkView, wish: EveryWish): Promise<TriedQueue> {
  const { whose } = await whoseWork(platform, viewer, view);
  const first = { ...view, after: null };
  const ask = { now: platform.clock.now(), ...whose };
  // What can be done is looked for by itself: before all that colleagues have, however much of it is due sooner.
  const { rows: likely, next } = await listWork(platform.db, viewer, first, {
    ...ask,
    most: mostMatching,
    only: likelyFor(wish, viewer),
    kinds: workSources(viewer).flatMap((source) =>
      may(viewer, source.work) && (wish.move !== 'give' || source.gives(viewer, viewer.user.id)) ? [source.kind] : [],
    ),
  });
  const { rows: others } = await listWork(platform.db, viewer, first, { ...ask, most: mostAtOnce });
  const known = new Set(likely.map(({ kind, id }) => `${kind} ${id}`));
  const rows = [...likely, ...others.filter(({ kind, id }) => !known.has(`${kind} ${id}`))];
  const said = await tryRows(platform, viewer, rows, wish);
  const tried = rows.map((row): TriedLine => ({
    thing: nameThing({ kind: row.kind, id: row.id, from: row.ownerId }),
    kind: row.kind,
    reference: row.reference,
    person: personOf(platform.crypto, row),
    state: row.state,
    said: said.get(row)!,
  }));
  const { lines, left } = cutSelection(tried, (line) => line.said === 'would', mostAtOnce);
  return { ...wish, lines, left, more: next !== null, ready: lines.filter((line) => line.said === 'would').length };
}

/** Of what a wish can be made at all, in the words of the database; whether it may be is asked row by row. */
function likelyFor({ move, to }: EveryWish, viewer: Clerk) {
  const me = viewer.user.id;
  return ({ owner, takable, gives }: DueSource<WorkKind>): SQL => {
    if (move === 'put-off') return sql`${owner} = ${me}`;
    const free = gives(viewer, null) ? sql`(${owner} is null or ${owner} = ${me})` : sql`${owner} = ${me}`;
    return move === 'give' ? sql`${takable} and ${free} and ${to !== null}` : sql`${takable} and ${owner} is null`;
  };
}

async function tryRows(
  platform: Platform,
  viewer: Clerk,
  rows: readonly WorkRow[],
  wish: EveryWish,
): Promise<ReadonlyMap<WorkRow, TriedWork>> {
  const sources = new Map(workSources(viewer).map((source) => [source.kind, source]));
  const roles = wish.move === 'give' && wish.to !== null ? await rolesOf(platform, wish.to) : [];
  const me = viewer.user.id;
  const to = wish.move === 'give' ? wish.to : me;
  const said = new Map<WorkRow, TriedWork>();
  for (const row of rows) {
    const source = sources.get(row.kind);
    if (!source || !may(viewer, source.work)) said.set(row, 'permission');
    else if (wish.move === 'put-off') said.set(row, tryPutOff(row, me, wakesAt(wish.snooze, platform.clock.now())));
    else if (to === null) said.set(row, 'no-colleague');
    else if (!row.takable) said.set(row, 'not-possible');
    else if (row.ownerId === to) said.set(row, 'already');
    else if (row.ownerId !== null && row.ownerId !== me) said.set(row, 'theirs');
    else if (to === me) said.set(row, 'would');
    else if (!source.gives(viewer, row.ownerId)) said.set(row, 'may-not-give');
    else said.set(row, permissionsOf(roles).has(source.work) ? 'would' : 'not-a-colleague');
  }
  // Of the tasks each kind has its own rights, and whoever asked for one is not given it.
  const tasks = rows.filter((row) => row.kind === 'task' && said.get(row) === 'would');
  const move = wish.move === 'put-off' ? 'snooze' : to === me ? 'claim' : 'give';
  const tried = await tryTasks(
    platform,
    viewer,
    tasks.map(({ id }) => id),
    { move, to },
  );
  tasks.forEach((row, at) => {
    const one = tried[at]!;
    said.set(row, one === 'would' || one === 'already' || one === 'theirs' ? one : outcomeOfRefusal(one));
  });
  return said;
}

function tryPutOff(row: WorkRow, me: string, until: Instant): TriedWork {
  if (row.ownerId !== me) return 'not-yours';
  if (row.escalated) return 'escalated';
  return row.asleepUntil === null || Date.parse(row.asleepUntil) !== until ? 'would' : 'already';
}

const outcomeOfRefusal = (refused: Parameters<typeof outcomeOfTask>[0]): Exclude<WorkOutcome, 'done'> => {
  const outcome = outcomeOfTask(refused);
  return outcome === 'done' ? 'changed-meanwhile' : outcome;
};

async function rolesOf({ db }: Pick<Platform, 'db'>, userId: string) {
  return (await listStaffWith(db, 'desk:open')).find((one) => one.userId === userId)?.roles ?? [];
}
