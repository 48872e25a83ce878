import { takeTry, networkOf } from '#app/platform/limiter.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { addVote, findLive } from './content-store.server.ts';

const dayMs = 86_400_000;
const perArticle = { name: 'content-vote:article', most: 1, perMs: dayMs };
const perNetwork = { name: 'content-vote:network', most: 40, perMs: dayMs };

/**
 * Keeps what a reader said of a help article. A second answer of the same network on the same day is thanked for and
 * not counted: nobody is told how votes are counted.
 */
export async function voteOnArticle(
  platform: Platform,
  vote: { readonly slug: string; readonly language: LanguageCode; readonly useful: boolean; readonly address: string },
): Promise<Outcome<null, 'missing'>> {
  const { db, clock } = platform;
  const live = await findLive(db, 'help', vote.slug, vote.language);
  if (!live) return refuse('missing');
  const network = networkOf(vote.address);
  const waits = (await takeTry(db, clock, perNetwork, network)) || (await takeTry(db, clock, perArticle, `${network} ${live.item.id}`));
  if (waits === 0)
    await transact(db, (tx) => addVote(tx, clock.now(), { itemId: live.item.id, language: live.language, useful: vote.useful }));
  return done(null);
}
