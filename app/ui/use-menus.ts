import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router';

/**
 * Closes menus (native details) on Escape, on a press outside and when the page changes. Without scripts they still open.
 * Which details of the element are menus is told as a selector: all of them unless told otherwise.
 */
export function useMenus(within: RefObject<HTMLElement | null>, menus = 'details'): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    const opened = () => openIn(within.current, menus);
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
  }, [within, menus]);
  const shown = useRef(pathname + search);
  useEffect(() => {
    // A menu that was opened before the scripts came stays open when they do.
    if (shown.current === pathname + search) return;
    shown.current = pathname + search;
    for (const menu of openIn(within.current, menus)) menu.open = false;
  }, [within, menus, pathname, search]);
}

const openIn = (within: HTMLElement | null, menus: string): HTMLDetailsElement[] =>
  [...(within?.querySelectorAll<HTMLDetailsElement>(menus) ?? [])].filter(({ open }) => open);
