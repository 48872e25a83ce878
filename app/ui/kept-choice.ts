/*
 * A choice that is kept in local storage, as specified, and mirrored in a cookie by which the server draws. A form that
 * is sent before the scripts are there, or an address, changes the cookie alone; a copy put back by hand, or by another
 * program, changes local storage alone. Beside them stands what both said when they last agreed: the one that differs
 * from it is the newer one.
 */

const agreedKey = (name: string) => `rihla-shown-${name}`;

export interface KeptChoice {
  /** In local storage. */
  readonly stored: string | null;
  readonly cookie: string | null;
  /** What both of them said last. */
  readonly agreed: string | null;
}

/** The newer of the two; the cookie where nobody knows. */
export function newerChoice({ stored, cookie, agreed }: KeptChoice): string | null {
  if (stored === null || cookie === null) return stored ?? cookie;
  return cookie === agreed ? stored : cookie;
}

/** What a browser keeps of a choice. Where storage is forbidden, its cookie. */
export function readKeptChoice(name: string): KeptChoice {
  const cookie = new RegExp(`(?:^|; )${name}=(\\w+)`).exec(document.cookie)?.[1] ?? null;
  try {
    return { stored: localStorage.getItem(name), cookie, agreed: localStorage.getItem(agreedKey(name)) };
  } catch {
    return { stored: null, cookie, agreed: null };
  }
}

/** Notes what local storage and cookie both say from now on. */
export function noteAgreed(name: string, value: string): void {
  try {
    localStorage.setItem(agreedKey(name), value);
  } catch {
    // A full or forbidden storage: the cookie alone carries the choice.
  }
}
