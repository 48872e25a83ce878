import { CostlyRead } from '#app/platform/kept-read.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import { countLeavings, countLetters } from '../campaigns-store.server.ts';
import { campaignZone } from '../send-campaign.server.ts';

interface CountedLetters {
  readonly letters: Awaited<ReturnType<typeof countLetters>>;
  readonly leavings: Awaited<ReturnType<typeof countLeavings>>;
  readonly at: Instant;
}

const counted = new CostlyRead<CountedLetters>();

/**
 * How the letters of campaigns stand, for a page. A great campaign has some hundred thousand: then it is told what was counted
 * some seconds or minutes ago, `asOf` (HH:MM in Dubai); null where it is of this moment. `of` names what is counted.
 */
export async function tellCounts(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  of: string,
  ids: readonly string[],
): Promise<Omit<CountedLetters, 'at'> & { readonly asOf: string | null }> {
  const { value, kept } = await counted.read(db, of, async () => {
    const [letters, leavings] = await Promise.all([countLetters(db, ids), countLeavings(db, ids)]);
    return { letters, leavings, at: clock.now() };
  });
  return { letters: value.letters, leavings: value.leavings, asOf: kept ? localTimeIn(campaignZone, value.at).slice(11) : null };
}
