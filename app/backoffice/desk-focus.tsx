import { useEffect, useRef, useState, type RefObject } from 'react';
import { useLocation, useNavigation } from 'react-router';

const reachable = 'a[href], button, input, select, textarea, summary';
const listRow = 'tbody tr, li';

/** Where the keyboard was: what had the focus, and the row of a list in which it stood. */
interface Place {
  readonly control: HTMLElement;
  readonly name: string;
  readonly row: { readonly link: string | null; readonly list: Element; readonly at: number } | null;
}

/** What a control is, whatever page drew it: two drawings of one button have the same name. */
const nameOf = (control: HTMLElement): string =>
  [
    control.tagName,
    control.id,
    control.getAttribute('name') ?? '',
    control.tagName === 'BUTTON' || control.getAttribute('type') === 'checkbox' ? control.getAttribute('value') : '',
    control.getAttribute('aria-label') ?? (control.tagName === 'BUTTON' ? control.textContent : ''),
    control.tagName === 'SUMMARY' ? control.parentElement!.className : '',
    control.tagName === 'A' ? control.getAttribute('href') : '',
  ].join('|');

const linkIn = (row: Element | null | undefined) => row?.querySelector<HTMLElement>('a[href]') ?? null;

function placeOf(control: HTMLElement): Place {
  const row = control.closest(listRow);
  const link = linkIn(row)?.getAttribute('href') ?? null;
  return {
    control,
    name: nameOf(control),
    row: row?.parentElement ? { link, list: row.parentElement, at: [...row.parentElement.children].indexOf(row) } : null,
  };
}

/** A control in a closed menu is reached through the menu. */
function shownOf(control: HTMLElement): HTMLElement {
  const menu = control.closest<HTMLDetailsElement>('details:not([open])');
  return menu?.querySelector('summary') ?? control;
}

/** The same control again, or its row, or the row that came in its place, or what was said about it, or the heading. */
function againIn(main: HTMLElement, { control, name, row }: Place): HTMLElement | null {
  if (control.isConnected && !control.matches(':disabled')) return shownOf(control);
  const same = [...main.querySelectorAll<HTMLElement>(reachable)].find((one) => !one.matches(':disabled') && nameOf(one) === name);
  if (same) return shownOf(same);
  const rows = [...main.querySelectorAll(listRow)];
  const stays = row?.link ? rows.find((one) => linkIn(one)?.getAttribute('href') === row.link) : undefined;
  const next = row?.list.isConnected ? [...row.list.children].slice(0, row.at + 1).at(-1) : undefined;
  return linkIn(stays) ?? linkIn(next) ?? saidIn(main) ?? main.querySelector<HTMLElement>('h1');
}

const saidIn = (main: HTMLElement) =>
  [...main.querySelectorAll<HTMLElement>('[role="status"], [role="alert"]')].find((one) => one.textContent.trim() !== '') ?? null;

function focusOn(place: HTMLElement | null, options?: FocusOptions): void {
  if (place && !place.matches(reachable) && !place.hasAttribute('tabindex')) place.tabIndex = -1;
  place?.focus(options);
}

/**
 * The keyboard keeps its place at the desk: a new page begins at its heading, and after a press that draws the list or the record
 * anew the focus is where it was. What a new page is called is said aloud; what became of a press stands on the page as a status.
 */
export function DeskFocus({
  main,
  drawn,
}: {
  main: RefObject<HTMLElement | null>;
  /** New with every answer of the server. */ drawn: object;
}) {
  const { pathname, hash, key } = useLocation();
  const { state } = useNavigation();
  const [said, setSaid] = useState('');
  const place = useRef<Place | null>(null);
  const shown = useRef({ pathname, key });

  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      place.current = target instanceof HTMLElement && main.current?.contains(target) ? placeOf(target) : null;
    };
    // A press beside everything leaves the place of its own will.
    const onPress = ({ target }: Event) => {
      if (!(target instanceof Element && target.closest(reachable))) place.current = null;
    };
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [main]);

  // After each answer of the server, also one that changed nothing of the address.
  useEffect(() => {
    const area = main.current;
    if (!area || state !== 'idle') return;
    const moved = shown.current.pathname !== pathname;
    const answered = shown.current.key !== key;
    shown.current = { pathname, key };
    if (answered) setSaid(moved ? document.title : '');
    if (moved) {
      place.current = null;
      // A summary of faults takes the focus itself.
      if (saidIn(area)?.getAttribute('role') !== 'alert' || document.activeElement === document.body)
        // An address that leads to a part of a page begins there.
        focusOn((hash && document.getElementById(hash.slice(1))) || area.querySelector<HTMLElement>('h1') || area, { preventScroll: true });
    } else if (place.current && document.activeElement === document.body) focusOn(againIn(area, place.current));
  }, [main, drawn, pathname, hash, key, state]);

  return (
    <p className="sr-only" aria-live="polite">
      {state === 'idle' ? said : ''}
    </p>
  );
}
