import { findStaffNames, listStaffWith } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countWork, listWork, type WorkRow } from './list-work.server.ts';
import { placeOf } from './work-place.ts';
import { workSources } from './work-sources.server.ts';
import type { WorkView } from './work-view.ts';

export interface ShownWork extends Omit<WorkRow, 'about' | 'ownerId'> {
  readonly to: string;
  readonly owner: { readonly id: string; readonly name: string } | null;
  readonly mine: boolean;
  /** Whether this colleague's roles work on such things. */
  readonly works: boolean;
}

/** Names of whoever has it and where it leads, beside each row. */
export async function showWork({ db }: Pick<Platform, 'db'>, viewer: Clerk, rows: readonly WorkRow[]): Promise<ShownWork[]> {
  const names = await findStaffNames(db, [...new Set(rows.flatMap(({ ownerId }) => ownerId ?? []))]);
  const works = new Set(workSources(viewer).flatMap(({ kind, work }) => (may(viewer, work) ? [kind] : [])));
  return rows.map(({ about, ownerId, ...row }) => ({
    ...row,
    to: placeOf({ ...row, about }, viewer),
    owner: ownerId === null ? null : { id: ownerId, name: names.get(ownerId) ?? '–' },
    mine: ownerId === viewer.user.id,
    works: works.has(row.kind),
  }));
}

/** A page of the queue with all that stands around it. */
export async function openWork(platform: Platform, viewer: Clerk, view: WorkView, most: number) {
  const { db, clock } = platform;
  const now = clock.now();
  const [{ rows, next }, counts, colleagues] = await Promise.all([
    listWork(db, viewer, view, { now, most }),
    countWork(db, viewer, now),
    listStaffWith(db, 'desk:open'),
  ]);
  return {
    now,
    rows: await showWork(platform, viewer, rows),
    next,
    counts,
    kinds: workSources(viewer).map(({ kind }) => kind),
    colleagues: colleagues.map(({ userId, displayName }) => ({ id: userId, name: displayName })),
  };
}
