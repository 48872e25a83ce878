import { may, type Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { parseReference } from '#app/values/ids.ts';
import { applicationSorts, columnsIn, type ApplicationColumn, type ApplicationSort } from './application-columns.ts';
import { isCovered } from './blind-rules.ts';
import { applicationSources } from './job-application-kinds.ts';
import { applicationStates } from './job-application-status.ts';
import { readApplicant, type ApplicationFilter, type ApplicationReader } from './job-applications-store.server.ts';
import { showsOthersScores } from './score-rules.ts';
import type { JobApplication } from './job-applications.tables.ts';

/* What of the applications somebody asks for, and may see: the same for the list and for the file that is written of it. */

export const readerOf = (viewer: Clerk): ApplicationReader => ({ userId: viewer.user.id, seesAll: may(viewer, 'recruitment:view') });

export interface ApplicationView {
  readonly stage: ApplicationFilter['stage'];
  readonly posting: string;
  readonly owner: string;
  readonly source: string;
  readonly find: string;
  readonly board: boolean;
  readonly sort: ApplicationSort;
  readonly descending: boolean;
  readonly columns: readonly ApplicationColumn[];
  readonly after: string;
}

export function readApplicationView(query: URLSearchParams): ApplicationView {
  const text = (name: string, most: number) => (query.get(name) ?? '').slice(0, most);
  const stage = ([...applicationStates, 'open', 'all'] as const).find((one) => one === query.get('stage')) ?? 'open';
  const sort = query.get('sort') ?? '-sent';
  const known = applicationSorts.find((one) => one === sort.replace(/^-/, ''));
  return {
    stage,
    posting: text('posting', 60),
    owner: text('owner', 60),
    source: text('source', 20),
    find: text('find', 254),
    board: query.get('view') === 'board',
    sort: known ?? 'sent',
    descending: known !== 'notice' || sort.startsWith('-'),
    columns: columnsIn(query),
    after: text('after', 120),
  };
}

/** Only those who see everybody look somebody up by their address, and nobody finds a covered one by it: a hit says who it is. */
export function filterOf(view: ApplicationView, { seesAll }: ApplicationReader, now: Instant): ApplicationFilter {
  const reference = parseReference(view.find);
  return {
    stage: view.stage,
    posting: view.posting || null,
    owner: view.owner || null,
    source: applicationSources.find((one) => one === view.source) ?? null,
    // A search finds nothing rather than everything.
    email: view.find === '' || reference ? null : { address: seesAll ? view.find : '-', at: now },
    reference,
  };
}

export const mayScore = (viewer: Clerk) => may(viewer, 'interviews:own');

/** Whether scores and ratings are told: only to those who have given theirs, or cannot give one. */
export const seesScores = (viewer: Clerk, cards: readonly { readonly scoredBy: string }[]) =>
  showsOthersScores({ hasScored: cards.some(({ scoredBy }) => scoredBy === viewer.user.id), mayScore: mayScore(viewer) });

/** Who somebody is, or their reference where the posting is judged blind. */
export function nameOf(
  { crypto, clock }: Pick<Platform, 'crypto' | 'clock'>,
  application: JobApplication & { readonly blind: boolean },
): string | null {
  return isCovered(application, clock.now()) ? null : readApplicant(crypto, application).name;
}
