import { findPageViews } from '#app/commerce/traffic/traffic-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn } from '#app/values/dates.ts';
import { countApplicantsSince } from './job-postings-store.server.ts';

export interface PostingViews {
  readonly views: number;
  /** Of the last seven days, today among them. */
  readonly lately: number;
  /** Of a hundred views how many were an application, to a tenth; only what came since views are counted. */
  readonly share: number;
}

/** Of every posting that was looked at how often, and how many of those looks became an application. */
export async function findPostingViews({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<ReadonlyMap<string, PostingViews>> {
  const weekAgo = addDays(dateIn('Asia/Dubai', clock.now()), -6);
  const found = await findPageViews(db, 'job-posting', weekAgo);
  const applied = await countApplicantsSince(
    db,
    found.map(({ name, since }) => ({ name, since })),
  );
  return new Map(found.map(({ name, views, lately }) => [name, { views, lately, share: shareOf(applied.get(name) ?? 0, views) }]));
}

/** Somebody may apply twice from one look, or from one that was not counted: no more than all of them did. */
const shareOf = (applied: number, views: number) => Math.min(1000, Math.round((applied / views) * 1000)) / 10;

/** Postings with their views; what nobody has looked at since views are counted has no share. */
export const withViews = <Row extends { readonly id: string }>(rows: readonly Row[], found: ReadonlyMap<string, PostingViews>) =>
  rows.map((row) => ({ ...row, views: found.get(row.id)?.views ?? 0, share: found.get(row.id)?.share ?? null }));
