/**
 * What the page that is shown lets its reader do, read from its own buttons: what they may not do is not drawn. A link is
 * followed; a button is gone to and pressed by whoever sees it, so that a command has no way of its own past a form and what
 * it asks, and a second Enter on another record repeats nothing.
 */
export interface PageCommand {
  readonly name: string;
  /** The part of the page it stands in. */
  readonly part: string;
  /** Whether it is gone to, and something is left to be filled in or pressed before anything is done. */
  readonly asks: boolean;
  readonly run: () => void;
}

const doors = 'button, summary, a.bo-btn';
const field = 'input:not([type="hidden"]), select, textarea';
/** Rows have their own keys, and a search is no deed. */
const elsewhere = 'table, nav, [role="search"], [role="dialog"], form[method="get"]';
const longestName = 80;
/** The same words more often than this stand in the rows of a list. */
const mostAlike = 3;

const wordsOf = (one: Element) => (one.getAttribute('aria-label') ?? one.textContent).replace(/\s+/g, ' ').trim();

function partOf(one: Element): string {
  const part = one.parentElement?.closest('section, article, aside, .dl-card');
  const heading = part?.querySelector('h2, h3');
  return heading ? wordsOf(heading) : '';
}

/** The first field of a form that somebody could fill in. */
const fieldOf = (form: Element | null) =>
  [...(form?.querySelectorAll<HTMLElement>(field) ?? [])].find((one) => !one.matches(':disabled') && one.getAttribute('form') === null) ??
  null;

function reach(one: HTMLElement): void {
  for (let menu = one.closest('details'); menu; menu = menu.parentElement?.closest('details') ?? null) menu.open = true;
  one.focus();
  one.scrollIntoView({ block: 'center' });
}

function readCommand(one: HTMLElement): PageCommand | null {
  const name = wordsOf(one);
  if (name === '' || name.length > longestName) return null;
  const part = partOf(one);
  if (one instanceof HTMLAnchorElement) {
    return { name, part, asks: false, run: () => one.click() };
  }
  if (!(one instanceof HTMLButtonElement)) {
    const under = one.parentElement;
    return { name, part, asks: true, run: () => reach(fieldOf(under) ?? one) };
  }
  const asked = one.type === 'submit' ? fieldOf(one.form) : null;
  return { name, part, asks: true, run: () => reach(asked ?? one) };
}

export function readPageCommands(main: ParentNode): PageCommand[] {
  const shown = [...main.querySelectorAll<HTMLElement>(doors)].filter(
    (one) => !one.matches(':disabled') && !one.closest(elsewhere) && one.checkVisibility(),
  );
  const found = shown.flatMap((one) => readCommand(one) ?? []);
  const alike = Map.groupBy(found, ({ name }) => name);
  // Of two with the same name in the same part nobody could say which is which.
  const isTold = ({ name, part }: PageCommand) => alike.get(name)!.filter((one) => one.part === part).length === 1;
  return found.filter((one) => alike.get(one.name)!.length <= mostAlike && isTold(one));
}
