import { foldText } from '#app/values/fold-text.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

export interface ArticleWords {
  readonly id: string;
  readonly language: LanguageCode;
  readonly title: string;
  readonly summary: string;
  readonly body: string;
}

/** Words that say nothing about what is looked for, folded. */
const empty = new Set(
  'a an the to of in on for is are my i how do can what when and or el la los las de del que un una como mi o os as do da um uma meu ang ng sa mga ko paano ano في من على عن هل كيف ما الى'.split(
    ' ',
  ),
);

/** One added, lost, changed or swapped letter counts one; stops above `most`. */
export function lettersApart(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
    }
    if (Math.min(...row) > most) return most + 1;
    before = last;
    last = row;
  }
  return last[b.length]!;
}

/** How well a word that was typed fits a word that is written: 1 the same, less for a beginning or a slip, 0 not at all. */
function fit(typed: string, written: string): number {
  if (typed === written) return 1;
  if (typed.length >= 3 && written.startsWith(typed)) return 0.8;
  const slips = typed.length >= 8 ? 2 : typed.length >= 4 ? 1 : 0;
  if (slips === 0) return 0;
  if (lettersApart(typed, written, slips) <= slips) return 0.6;
  // A slip in the beginning of a longer word: "refnd" for "refundable".
  return written.length > typed.length && lettersApart(typed, written.slice(0, typed.length), 1) <= 1 ? 0.4 : 0;
}

const weights = { title: 6, summary: 3, body: 1 } as const;
/** Somebody may type in another language than the page's; that finds too, but later. */
const foreignWeight = 0.7;

/**
 * Ids of the articles in which every word that was typed is found in one language, best first. Tolerates accents, marks
 * and slips of one letter (two in long words).
 */
export function searchArticles(all: readonly ArticleWords[], typed: string, language: LanguageCode): string[] {
  const words = foldText(typed.slice(0, 120)).split(' ').filter(Boolean);
  const telling = words.filter((word) => !empty.has(word));
  const wanted = [...new Set(telling.length > 0 ? telling : words)].slice(0, 12);
  if (wanted.length === 0) return [];
  const best = new Map<string, number>();
  for (const article of all) {
    const fields = (['title', 'summary', 'body'] as const).map(
      (name) => [weights[name], [...new Set(foldText(article[name]).split(' '))]] as const,
    );
    let score = article.language === language ? 1 : foreignWeight;
    let sum = 0;
    for (const word of wanted) {
      const found = Math.max(...fields.map(([weight, written]) => weight * Math.max(0, ...written.map((one) => fit(word, one)))));
      if (found === 0) score = 0;
      sum += found;
    }
    if (score > 0) best.set(article.id, Math.max(best.get(article.id) ?? 0, score * sum));
  }
  return [...best].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([id]) => id);
}

/** A word as a title has it, or the beginning of one: "refund" for "refunds". */
const begins = 4;

/**
 * Ids of the articles whose title has every telling word that was typed, in any language, those of the reader's own first. No slip
 * is forgiven: it is asked where somebody looks for something else, and a guess would be in the way.
 */
export function articlesCalled(
  all: readonly Pick<ArticleWords, 'id' | 'language' | 'title'>[],
  typed: string,
  language: LanguageCode,
): string[] {
  const wanted = foldText(typed.slice(0, 120))
    .split(' ')
    .filter((word) => word !== '' && !empty.has(word));
  if (wanted.length === 0) return [];
  const fits = (title: string) => {
    const words = foldText(title)
      .split(' ')
      .filter((word) => !empty.has(word));
    return wanted.every((word) => words.some((one) => one === word || (word.length >= begins && one.startsWith(word))));
  };
  const own = (one: { readonly language: LanguageCode }) => (one.language === language ? 0 : 1);
  const called = all.filter(({ title }) => fits(title)).toSorted((a, b) => own(a) - own(b) || (a.id < b.id ? -1 : 1));
  return [...new Set(called.map(({ id }) => id))];
}
