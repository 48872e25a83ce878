import type { Clerk } from '#app/platform/access.ts';
import { hmac, sameText } from '#app/platform/crypto.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';

const mark = (secret: string, { user }: Clerk, word: string) => hmac(secret, `desk told ${user.id} ${word}`).slice(0, 16);

/** What an answer says was done, with a mark of whoever did it: the same word typed into an address says nothing. */
export const told = ({ secret }: Pick<Platform, 'secret'>, viewer: Clerk, word: string) => ({
  did: word,
  told: mark(secret, viewer, word),
});

/** The word of an address that says what this colleague did; null for one that no answer put there. */
export function readTold<Word extends string>(
  { secret }: Pick<Platform, 'secret'>,
  viewer: Clerk,
  search: URLSearchParams,
  words: readonly Word[],
): Word | null {
  const word = words.find((one) => one === search.get('did'));
  return word && sameText(search.get('told') ?? '', mark(secret, viewer, word)) ? word : null;
}
