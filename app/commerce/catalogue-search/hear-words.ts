import { hasBit } from '#app/values/bits.ts';
import { WordIndex, type Correction } from '#app/values/word-index.ts';

/** What the words of a search say about the cards of one list. */
export interface HeardWords {
  readonly finds: (id: string) => boolean;
  readonly corrections: readonly Correction[];
}

interface Heard {
  readonly index: WordIndex;
  readonly positions: ReadonlyMap<string, number>;
}

/** One index for as long as the cards of a list are kept. */
const indexes = new WeakMap<readonly object[], Heard>();

/**
 * Looks among the cards of a list for words as a visitor types them: in any language, with slips of the finger, by other
 * names of places. Null when no word was typed. `wordsOf` gives what a card is found by, folded.
 */
export function hearWords<Card extends { readonly id: string; readonly title: string }>(
  cards: readonly Card[],
  typed: string | undefined,
  wordsOf: (card: Card) => string,
): HeardWords | null {
  if (typed === undefined) return null;
  let heard = indexes.get(cards);
  if (!heard) {
    const index = WordIndex.of(cards.map((card) => ({ titles: [card.title], places: [], words: wordsOf(card) })));
    heard = { index, positions: new Map(cards.map(({ id }, position) => [id, position])) };
    indexes.set(cards, heard);
  }
  const { index, positions } = heard;
  const found = index.find(typed);
  if (!found) return null;
  return {
    finds: (id) => {
      const position = positions.get(id);
      return position !== undefined && hasBit(found.matching, position);
    },
    corrections: found.missing.length > 0 ? [] : found.corrections,
  };
}
