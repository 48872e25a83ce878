import { linesOf } from '#app/ui/catalogues.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { familyOf, keysOf, mailKinds } from '../mail-kinds.ts';

/**
 * What the desk calls a mail: the title that its reader sees, with what differs from mail to mail left open; null for a kind
 * nobody knows, and where the title is nothing but that.
 */
export function nameOfMail(kind: string, language: LanguageCode): string | null {
  const known = mailKinds.find((one) => one === kind);
  if (!known) return null;
  const lines = linesOf(language, familyOf(known).catalogue);
  // The most general wording: a product's own has more before its last part.
  const keys = keysOf(known, [...lines.keys()]).toSorted((one, other) => one.length - other.length);
  const key = ['title', 'subject'].map((part) => keys.find((one) => one === part || one.endsWith(`.${part}`))).find(Boolean);
  const name = key ? lines.get(key)!.replaceAll(/\{\{\w+\}\}/g, '…') : '';
  return /\p{Letter}/u.test(name) ? name : null;
}

/** The same of many at once, by kind. */
export function namesOfMails(kinds: Iterable<string>, language: LanguageCode): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...new Set(kinds)].flatMap((kind) => {
      const name = nameOfMail(kind, language);
      return name === null ? [] : [[kind, name]];
    }),
  );
}
