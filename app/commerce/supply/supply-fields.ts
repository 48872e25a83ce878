import { regionOfCountry } from '#app/values/country-regions.ts';
import { foldText } from '#app/values/fold-text.ts';
import { plainLine, plainText } from '#app/values/plain-text.ts';

// How the forms of the supply desks are read: what is malformed gives what stood there before.

export const lineOf = (form: FormData, name: string, longest = 200) => plainLine(form.get(name), longest);

/** A whole number between two others, both included. */
export function wholeOf(form: FormData, name: string, least: number, most: number, otherwise: number): number {
  const typed = lineOf(form, name, 8);
  const value = Number(typed);
  return /^\d{1,6}$/.test(typed) && value >= least && value <= most ? value : otherwise;
}

export function oneOf<Value extends string>(values: readonly Value[], typed: FormDataEntryValue | null, otherwise: Value): Value {
  return values.find((one) => one === typed) ?? otherwise;
}

export function someOf<Value extends string>(values: readonly Value[], typed: readonly FormDataEntryValue[]): Value[] {
  return values.filter((one) => typed.includes(one));
}

/** The lines of a text area, at most twelve. */
export function linesOf(form: FormData, name: string): string[] {
  return plainText(form.get(name), 3000)
    .split('\n')
    .map((line) => line.trim().slice(0, 300))
    .filter(Boolean)
    .slice(0, 12);
}

/** The countries chosen in fields `country-0` and on, each once; those that name no country are told to `unread`. */
export function countriesOf(form: FormData, unread: (field: string) => void): string[] {
  const chosen = Array.from({ length: 12 }, (_, at) => {
    const code = lineOf(form, `country-${at}`, 60);
    if (code !== '' && regionOfCountry(code) === null) unread(`country-${at}`);
    return code;
  });
  return [...new Set(chosen.filter(Boolean))];
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Codes of languages that a line names, each once; null where one of them is no language's. */
export function languagesIn(line: string): string[] | null {
  const codes = line
    .toLowerCase()
    .split(/[\s,;،]+/)
    .filter(Boolean);
  return codes.every((code) => /^[a-z]{2}$/.test(code) && languageNames.of(code) !== undefined) ? [...new Set(codes)] : null;
}

/** What a thing may be called in addresses, from its English title. */
export function slugOf(title: string): string {
  const words = foldText(title)
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  return words.join('-').slice(0, 60).replace(/-$/, '');
}

/** Pages that stand beside the records of a list: no record is named so. */
export const reservedSlugs: readonly string[] = ['export', 'prices', 'views'];
