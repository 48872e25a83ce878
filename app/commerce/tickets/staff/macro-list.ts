import type { ShortList } from '#app/ui/desk-list/short-list.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';

export interface ListedMacro {
  readonly id: string;
  readonly name: string;
  readonly words: Readonly<Record<LanguageCode, string>>;
  readonly isOn: boolean;
  /** Null for what came with the house. */
  readonly changedBy: string | null;
  readonly changedAt: string | null;
}

const columns = ['name', 'begins', 'state', 'changed', 'by'] as const;
export type MacroColumn = (typeof columns)[number];
const queues = ['all', 'on', 'off'] as const;
const sorts = ['name', 'changed'] as const;

export const macroList = {
  queues,
  filters: {},
  columns,
  usual: columns,
  sorts,
  id: ({ id }) => id,
  words: ({ name, words }) => `${name} ${languageCodes.map((code) => words[code]).join(' ')}`,
  inQueue: ({ isOn }, queue) => queue === 'all' || isOn === (queue === 'on'),
  meets: {},
  keys: { name: ({ name }) => name, changed: ({ changedAt }) => changedAt },
} as const satisfies ShortList<ListedMacro, (typeof queues)[number], never, MacroColumn, (typeof sorts)[number]>;
