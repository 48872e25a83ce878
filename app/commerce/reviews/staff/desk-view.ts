import { reviewedKinds, reviewLanguages, starValues, type ReviewedKind, type ReviewLanguage } from '../review-kinds.ts';
import { reviewStates, type ReviewStatus } from '../review-status.ts';

export const deskTabs = [...reviewStates, 'reported', 'all'] as const;

/** The list as the address asks for it; what makes no sense in it is left out. */
export interface ReviewDeskView {
  readonly tab: ReviewStatus | 'reported' | 'all';
  readonly stars: number | null;
  readonly language: ReviewLanguage | null;
  readonly kind: ReviewedKind | null;
  readonly find: string;
  readonly page: number;
}

export function readDeskView(search: URLSearchParams): ReviewDeskView {
  return {
    tab: deskTabs.find((one) => one === search.get('state')) ?? 'waiting',
    stars: starValues.find((one) => String(one) === search.get('stars')) ?? null,
    language: reviewLanguages.find((one) => one === search.get('language')) ?? null,
    kind: reviewedKinds.find((one) => one === search.get('kind')) ?? null,
    find: (search.get('find') ?? '').trim().slice(0, 80),
    page: Math.min(Math.max(1, Math.trunc(Number(search.get('page')) || 1)), 10_000),
  };
}

/** What the store is asked: words are looked for in every state. */
export function filterOf({ tab, stars, language, kind, find }: ReviewDeskView) {
  const everywhere = find !== '' || tab === 'all' || tab === 'reported';
  return { status: everywhere ? null : tab, stars, language, kind, find, reported: tab === 'reported' && find === '' } as const;
}

/** The query of a view, empty for the plain list. */
export function deskQuery({ tab, stars, language, kind, find, page }: ReviewDeskView): string {
  const search = new URLSearchParams();
  if (tab !== 'waiting') search.set('state', tab);
  if (stars) search.set('stars', String(stars));
  if (language) search.set('language', language);
  if (kind) search.set('kind', kind);
  if (find) search.set('find', find);
  if (page > 1) search.set('page', String(page));
  return search.size > 0 ? `?${search}` : '';
}
