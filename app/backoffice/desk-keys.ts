/*
 * Keys of the desk. All go with Ctrl, Cmd or Alt: a bare letter would be in the way of those who dictate, and of whoever
 * types beside a field.
 */
interface Pressed {
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

export const isPaletteKey = ({ code, ctrlKey, metaKey, altKey, shiftKey }: Pressed) =>
  code === 'KeyK' && (ctrlKey || metaKey) && !altKey && !shiftKey;

/** Alt J and Alt K go down and up the rows of a list, Alt S to its search; whether the key meant one of these. */
export function moveBetweenRows({ code, ctrlKey, metaKey, altKey, shiftKey }: Pressed, page: Document): boolean {
  if (!altKey || ctrlKey || metaKey || shiftKey) return false;
  if (code === 'KeyS') {
    const search = page.querySelector<HTMLInputElement>('.dl-filters input[type=search]');
    search?.focus();
    search?.select();
    return search !== null;
  }
  const step = code === 'KeyJ' ? 1 : code === 'KeyK' ? -1 : 0;
  if (step === 0) return false;
  const rows = [...page.querySelectorAll<HTMLElement>('.dl-sheet tbody tr')];
  const links = rows.flatMap((row) => row.querySelector<HTMLElement>('a') ?? []);
  const here = rows.findIndex((row) => row.contains(page.activeElement));
  const from = here < 0 ? (step > 0 ? -1 : links.length) : here;
  links[Math.min(Math.max(from + step, 0), links.length - 1)]?.focus();
  return links.length > 0;
}
