import { foldText } from '#app/values/fold-text.ts';

/*
 * What people say of an airport's name: "Charles de Gaulle", not "Paris Charles de Gaulle Airport". Words are folded.
 */

const general = new Set(
  'airport international intl aeropuerto internacional aeroporto paliparan paliparang pandaigdig مطار دولي'.split(' '),
);
const joining = new Set('de do da del dos ng of the'.split(' '));

/** Words without "airport", "international" and what joins them to the name; all of them when nothing else is left. */
export function tellingWords(words: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const word of words) {
    if (general.has(word) || (kept.length === 0 && joining.has(word))) continue;
    kept.push(word);
  }
  return kept.length > 0 && kept.length < words.length ? kept : words;
}

/** The telling part of a name without its city, and each ending of it that could be said alone. */
export function spokenNames(name: string, cities: readonly string[]): string[] {
  const places = new Set(cities.flatMap((city) => city.split(' ')));
  const all = foldText(name).split(' ');
  const words = all.filter((word) => !general.has(word) && !places.has(word));
  const spoken: string[] = [];
  words.forEach((word, at) => {
    const ending = words.slice(at).join(' ');
    if (!joining.has(word) && ending.length >= 4) spoken.push(ending);
  });
  return spoken;
}
