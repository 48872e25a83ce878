import type { ShortList } from '#app/ui/desk-list/short-list.ts';
import { isLanguageCode, type LanguageCode } from '#app/values/preferences.ts';
import { isContentKind, type ContentKind } from '../content-kinds.ts';
import { contentStates, type ContentStatus } from '../content-status.ts';

export interface ListedContent {
  readonly id: string;
  readonly slug: string;
  readonly kind: ContentKind;
  readonly topic: string;
  readonly status: ContentStatus;
  readonly live: boolean;
  readonly changed: string;
  readonly title: string;
  /** In which it is whole. */
  readonly languages: readonly LanguageCode[];
  readonly useful: number;
  readonly useless: number;
}

const columns = ['title', 'state', 'kind', 'topic', 'languages', 'votes', 'changed', 'address'] as const;
export type ContentColumn = (typeof columns)[number];
const queues = ['all', ...contentStates] as const;
const sorts = ['changed', 'title', 'kind', 'votes'] as const;

export const contentList = {
  queues,
  filters: {
    kind: isContentKind,
    missing: isLanguageCode,
    /** Readers said that it did not help. */
    useless: (value: string) => value === '1',
  },
  columns,
  usual: ['title', 'state', 'kind', 'topic', 'languages', 'votes', 'changed'],
  sorts,
  descends: true,
  id: ({ id }) => id,
  words: ({ title, slug }) => `${title} ${slug}`,
  inQueue: ({ status }, queue) => queue === 'all' || status === queue,
  meets: {
    kind: ({ kind }, value) => kind === value,
    missing: ({ languages }, value) => !languages.some((code) => code === value),
    useless: ({ useless }) => useless > 0,
  },
  keys: {
    changed: ({ changed }) => changed,
    title: ({ title }) => title,
    kind: ({ kind }) => kind,
    votes: ({ useless }) => useless,
  },
} as const satisfies ShortList<
  ListedContent,
  (typeof queues)[number],
  'kind' | 'missing' | 'useless',
  ContentColumn,
  (typeof sorts)[number]
>;
