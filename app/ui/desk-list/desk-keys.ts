import { useSyncExternalStore } from 'react';

/** A key of the desk: what it does, as the word `keys.does.<does>` of the staff's catalogue, and the names it has on a keyboard. */
export interface DeskKey {
  readonly does: string;
  readonly keys: readonly string[];
}

export const paletteKey = { does: 'go', keys: ['Ctrl K', '⌘ K'] } as const satisfies DeskKey;
/** An Arabic keyboard has a question mark of its own. */
export const helpKey = { does: 'help', keys: ['?', '؟'] } as const satisfies DeskKey;
/** Those of every page of the desk. */
export const frameKeys: readonly DeskKey[] = [paletteKey, { ...helpKey, keys: ['?'] }, { does: 'close', keys: ['Esc'] }];

const inList = [
  { does: 'move', keys: ['J', 'K'] },
  { does: 'pick', keys: ['X'] },
  { does: 'open', keys: ['Enter'] },
  { does: 'find', keys: ['/'] },
] as const satisfies readonly DeskKey[];

/** Those of a list; rows are picked only where something can be done with many of them. */
export const keysOfList = (picks: boolean): readonly DeskKey[] => inList.filter(({ does }) => picks || does !== 'pick');

/** Letters of another script than that of the keys' names: J is ت on an Arabic keyboard, and о on a Russian one. */
const otherLetters = /^(?:(?!\p{Script=Latin})[\p{L}\p{M}])+$/u;

/** The key as its name says it, in small letters; where the layout has a letter of another script on it, by its place. */
export function nameOfKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (!otherLetters.test(key)) return key.toLowerCase();
  return code === 'Slash' ? '/' : code.replace(/^Key(?=[A-Z]$)/, '').toLowerCase();
}

/** What a key that was pressed does in a list. */
export const doneInList = (event: Pick<KeyboardEvent, 'key' | 'code'>): (typeof inList)[number]['does'] | undefined =>
  inList.find(({ keys }) => keys.some((one) => one.toLowerCase() === nameOfKey(event)))?.does;

/** Where a letter is typed; a box that is ticked takes none. */
const typedIn = 'input:not([type="checkbox"], [type="radio"]), select, textarea';

/** Whether a key was pressed for the page: not while typing, not with another key, and not while a dialog lies over it. */
export function isForPage({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return false;
  return !(target instanceof HTMLElement && target.closest(typedIn));
}

const setting = 'rihla-desk-keys';
const none: readonly DeskKey[] = [];
let ofPage = none;
const listening = new Set<() => void>();

const tell = () => {
  for (const listener of listening) listener();
};

function listen(listener: () => void): () => void {
  listening.add(listener);
  // The switch was turned in another tab.
  addEventListener('storage', listener);
  return () => {
    listening.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** The page that is shown has these keys of its own; what is answered takes them back. */
export function showPageKeys(keys: readonly DeskKey[]): () => void {
  ofPage = keys;
  tell();
  return () => {
    if (ofPage !== keys) return;
    ofPage = none;
    tell();
  };
}

export const usePageKeys = (): readonly DeskKey[] =>
  useSyncExternalStore(
    listen,
    () => ofPage,
    () => none,
  );

/** Whether keys of one letter are on, and their switch: they can be switched off for good (WCAG 2.1.4). */
export function useKeysSwitch(): readonly [boolean, (on: boolean) => void] {
  const on = useSyncExternalStore(
    listen,
    () => localStorage.getItem(setting) !== 'off',
    () => true,
  );
  return [
    on,
    (wish) => {
      localStorage.setItem(setting, wish ? 'on' : 'off');
      tell();
    },
  ];
}
