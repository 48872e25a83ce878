import { useEffect } from 'react';
import { doneInList, isForPage, keysOfList, nameOfKey, showPageKeys, useKeysSwitch } from './desk-keys.ts';

const row = 'tr, li, article';
const rowOf = (place: Element) => place.closest(row) ?? place;

/**
 * J and K move between the rows of a list, X picks one, / finds; Enter opens, because the row's own link has the focus. They go on
 * from the row in which the focus is, whatever in it has the focus. Where the keys are switched off, they do nothing.
 */
export function useListKeys(rows: string, field: string, picks: boolean): void {
  const [on] = useKeysSwitch();
  useEffect(() => showPageKeys(keysOfList(picks)), [picks]);
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      const does = isForPage(event) ? doneInList(event) : undefined;
      if (does === 'find') {
        document.querySelector<HTMLInputElement>(field)?.focus();
        event.preventDefault();
      } else if (does === 'pick') {
        document.activeElement?.closest(row)?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
      } else if (does === 'move') {
        const step = nameOfKey(event) === 'j' ? 1 : -1;
        // The first link of each row: a row may lead to more than its record.
        const inRows = [...document.querySelectorAll<HTMLAnchorElement>(rows)];
        const links = inRows.filter((link, index) => index === 0 || rowOf(link) !== rowOf(inRows[index - 1]!));
        const here = document.activeElement && rowOf(document.activeElement);
        const at = links.findIndex((link) => rowOf(link) === here);
        links[at < 0 ? (step > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + step))]?.focus();
        event.preventDefault();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [on, rows, field]);
}
