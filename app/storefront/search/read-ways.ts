import { foldText } from '#app/values/fold-text.ts';

/*
 * What a search of tours, activities and stays asks of the rest of the shop: a visa, a flight. Pure: which words say that, and what
 * is left of the others, by which a country or a city is found.
 */

const longest = 80;
const mostWords = 8;

const folded = (words: string) => new Set(words.split(' ').map(foldText));
const visaWords = folded('visa visas evisa evisas فيزا فيز تأشيرة تأشيرات visado visados visto vistos');
const flightWords = folded('flight flights fly airfare طيران رحلة رحلات تذكرة تذاكر lipad vuelo vuelos volar voo voos voar');
/** Said of a visa beside its country. */
const besideVisa = folded('e electronic online tourist schengen إلكترونية سياحية electronico electronica eletronico turista turismo');
const small = folded(
  'a an the for to in of on do i need my get how من إلى في على ل ang ng mga sa para kay el la los las de del un una o os as da do dos das um uma e y',
);
const toWords = folded('to إلى الى a hasta para ate papunta papuntang pa');
const fromWords = folded('from من desde de mula galing');
/** Arabic writes "to", "in" and "and" onto the name that follows. */
const joined = /^(?:لل|[وبلفك])(?=\p{L}{3})/u;

export interface AskedWays {
  readonly visa: boolean;
  readonly flight: boolean;
  /** What may be the name of a country, the likeliest first; without a word for a visa or a flight, all that was typed. */
  readonly places: readonly string[];
  /** Where a flight is said to leave from, and to go to, each as names to try. */
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** Null for what is too short, too long or has too many words to be more than a sentence. */
export function readWays(typed: string): AskedWays | null {
  const words = foldText(typed.slice(0, longest)).split(' ').filter(Boolean);
  if (words.length === 0 || words.length > mostWords || words.join('').length < 3) return null;
  const [visa, flight] = [visaWords, flightWords].map((set) => words.some((word) => set.has(word))) as [boolean, boolean];
  const rest = words.filter((word) => !(visa && (visaWords.has(word) || besideVisa.has(word))) && !(flight && flightWords.has(word)));
  return { visa, flight, places: namesIn(rest, visa || flight), ...(flight ? waysIn(rest) : { from: [], to: [] }) };
}

/** Words as one name: as they stand, without small words around them, without any; each with and without what Arabic joins to it. */
function namesIn(words: readonly string[], loose: boolean): string[] {
  if (words.length === 0) return [];
  const tries = loose ? [words, trimmed(words), words.filter((word) => !small.has(word))] : [words];
  const names = tries
    .filter((some) => some.length > 0)
    .flatMap(([first, ...others]) => {
      const bare = first!.replace(joined, '');
      return [[first, ...others].join(' '), ...(loose && bare !== first ? [[bare, ...others].join(' ')] : [])];
    });
  return [...new Set(names)];
}

function trimmed(words: readonly string[]): readonly string[] {
  const telling = words.map((word) => !small.has(word));
  const first = telling.indexOf(true);
  return first < 0 ? [] : words.slice(first, telling.lastIndexOf(true) + 1);
}

function waysIn(words: readonly string[]): Pick<AskedWays, 'from' | 'to'> {
  const at = words.findLastIndex((word) => toWords.has(word));
  const leaves = words.findIndex((word) => fromWords.has(word));
  if (at >= 0 && at > leaves)
    return { from: namesIn(words.slice(leaves < 0 ? 0 : leaves + 1, at), true), to: namesIn(words.slice(at + 1), true) };
  // "To London from Manila", and where only one of both is said.
  if (leaves >= 0) return { from: namesIn(words.slice(leaves + 1), true), to: namesIn(words.slice(Math.max(at + 1, 0), leaves), true) };
  return { from: [], to: namesIn(words, true) };
}
