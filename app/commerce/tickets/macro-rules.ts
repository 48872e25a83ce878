/*
 * Answers that are often given, with places for what differs. A place whose value is not known stays in the text, marked,
 * so that a clerk sees it before it leaves the house.
 */

export const macroPlaces = ['name', 'number', 'order', 'agent'] as const;
type MacroPlace = (typeof macroPlaces)[number];

const place = /\{(\w+)\}/g;

/** The text with what is known in its places. */
export function fillMacro(words: string, values: Readonly<Partial<Record<MacroPlace, string | null>>>): string {
  return words.replace(place, (whole, name: string) => values[name as MacroPlace] ?? whole);
}

/** Whether a text still has a place that was not filled. */
export function hasOpenPlace(words: string): boolean {
  return macroPlaces.some((name) => words.includes(`{${name}}`));
}

/** Places of a text that there are not: a slip of the pen. */
export function unknownPlaces(words: string): string[] {
  return [...words.matchAll(place)].map((match) => match[1]!).filter((name) => !(macroPlaces as readonly string[]).includes(name));
}
