import { useEffect, useState } from 'react';

const setting = 'rihla-desk-keys';

/**
 * J and K move between the rows of a list, X picks one, / finds; Enter opens, because the row's own link has the focus. Letters do
 * nothing while typing and can be switched off for good (WCAG 2.1.4). Returns whether they are on, and the switch.
 */
export function useListKeys(rows: string, field: string): readonly [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(true);
  useEffect(() => setOn(localStorage.getItem(setting) !== 'off'), []);
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, select, textarea, dialog[open]');
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '/') {
        document.querySelector<HTMLInputElement>(field)?.focus();
        event.preventDefault();
        return;
      }
      if (event.key.toLowerCase() === 'x') {
        document.activeElement?.closest('tr')?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
        return;
      }
      const step = { j: 1, k: -1 }[event.key.toLowerCase()];
      if (step === undefined) return;
      const links = [...document.querySelectorAll<HTMLAnchorElement>(rows)];
      const at = links.indexOf(document.activeElement as HTMLAnchorElement);
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
