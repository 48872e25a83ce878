import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router';

/** Closes the header's menus (native details) on Escape, on a press outside and when the page changes. Without scripts they still open. */
export function useMenus(header: RefObject<HTMLElement | null>): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    const opened = () => [...(header.current?.querySelectorAll<HTMLDetailsElement>('details[open]') ?? [])];
    const onPress = (event: Event) => {
      for (const menu of opened()) if (!menu.contains(event.target as Node)) menu.open = false;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      for (const menu of opened()) {
        const held = menu.contains(document.activeElement);
        menu.open = false;
        if (held) menu.querySelector('summary')?.focus();
      }
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('focusin', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('focusin', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, [header]);
  const shown = useRef(pathname + search);
  useEffect(() => {
    // A menu that was opened before the scripts came stays open when they do.
    if (shown.current === pathname + search) return;
    shown.current = pathname + search;
    for (const menu of header.current?.querySelectorAll<HTMLDetailsElement>('details[open]') ?? []) menu.open = false;
  }, [header, pathname, search]);
}
