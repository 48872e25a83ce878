import { readColumns, writeColumns } from '#app/ui/desk-list/chosen-columns.ts';
import { reviewedKinds, reviewLanguages, starValues, type ReviewedKind, type ReviewLanguage } from '../review-kinds.ts';
import type { ReviewAfter } from '../reviews-store.server.ts';
import { reviewStates, type ReviewStatus } from '../review-status.ts';

export const deskTabs = [...reviewStates, 'reported', 'all'] as const;

export const reviewColumns = ['reference', 'state', 'stars', 'title', 'kind', 'subject', 'by', 'language', 'changed'] as const;
export type ReviewColumn = (typeof reviewColumns)[number];

export const noReviewFilters = { find: '', stars: null, language: null, kind: null } as const;

/** The list as the address asks for it; what makes no sense in it is left out. */
export interface ReviewDeskView {
  readonly tab: ReviewStatus | 'reported' | 'all';
  readonly stars: number | null;
  readonly language: ReviewLanguage | null;
  readonly kind: ReviewedKind | null;
  readonly find: string;
  readonly columns: readonly ReviewColumn[];
  /** The last row of the page before. */
  readonly after: ReviewAfter | null;
}

export function readDeskView(search: URLSearchParams): ReviewDeskView {
  return {
    tab: deskTabs.find((one) => one === search.get('state')) ?? 'waiting',
    stars: starValues.find((one) => String(one) === search.get('stars')) ?? null,
    language: reviewLanguages.find((one) => one === search.get('language')) ?? null,
    kind: reviewedKinds.find((one) => one === search.get('kind')) ?? null,
    find: (search.get('find') ?? '').trim().slice(0, 80),
    columns: readColumns(search, reviewColumns),
    after: readAfter(search.get('after') ?? ''),
  };
}

function readAfter(text: string): ReviewAfter | null {
  const [, at, id] = /^(\d{12,13})_([\w-]{1,64})$/.exec(text) ?? [];
  return at && id ? { at: Number(at), id } : null;
}

/** What the store is asked: words are looked for in every state. */
export function filterOf({ tab, stars, language, kind, find }: ReviewDeskView) {
  const everywhere = find !== '' || tab === 'all' || tab === 'reported';
  return { status: everywhere ? null : tab, stars, language, kind, find, reported: tab === 'reported' && find === '' } as const;
}

/** The query of a view without its page, empty for the plain list; `change` is what another address says instead. */
export function deskQuery(view: ReviewDeskView, change: Partial<ReviewDeskView> = {}): string {
  const { tab, stars, language, kind, find, columns, after } = { ...view, after: null, ...change };
  const search = new URLSearchParams();
  if (tab !== 'waiting') search.set('state', tab);
  if (stars) search.set('stars', String(stars));
  if (language) search.set('language', language);
  if (kind) search.set('kind', kind);
  if (find) search.set('find', find);
  writeColumns(search, columns, reviewColumns);
  if (after) search.set('after', `${after.at}_${after.id}`);
  return search.size > 0 ? `?${search}` : '';
}
