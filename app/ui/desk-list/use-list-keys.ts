import { useEffect, useState } from 'react';

const setting = 'rihla-desk-keys';

/** Where a letter is typed; a box that is ticked takes none. */
const typedIn = 'input:not([type="checkbox"], [type="radio"]), select, textarea, dialog[open]';
const row = 'tr, li, article';
const rowOf = (place: Element) => place.closest(row) ?? place;

/**
 * J and K move between the rows of a list, X picks one, / finds; Enter opens, because the row's own link has the focus. They go on
 * from the row in which the focus is, whatever in it has the focus. Letters do nothing while typing and can be switched off for
 * good (WCAG 2.1.4). Returns whether they are on, and the switch.
 */
export function useListKeys(rows: string, field: string): readonly [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(true);
  useEffect(() => setOn(localStorage.getItem(setting) !== 'off'), []);
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.closest(typedIn);
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '/') {
        document.querySelector<HTMLInputElement>(field)?.focus();
        event.preventDefault();
        return;
      }
      if (event.key.toLowerCase() === 'x') {
        document.activeElement?.closest(row)?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
        return;
      }
      const step = { j: 1, k: -1 }[event.key.toLowerCase()];
      if (step === undefined) return;
      // The first link of each row: a row may lead to more than its record.
      const inRows = [...document.querySelectorAll<HTMLAnchorElement>(rows)];
      const links = inRows.filter((link, index) => index === 0 || rowOf(link) !== rowOf(inRows[index - 1]!));
      const here = document.activeElement && rowOf(document.activeElement);
      const at = links.findIndex((link) => rowOf(link) === here);
      links[at < 0 ? (step > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + step))]?.focus();
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [on, rows, field]);
  return [
    on,
    (wish) => {
      localStorage.setItem(setting, wish ? 'on' : 'off');
      setOn(wish);
    },
  ];
}
