import type { Platform } from '#app/platform/platform.server.ts';
import { listCampaigns } from '../campaigns-store.server.ts';
import type { ListedCampaign } from './campaign-list.ts';
import { tellCounts } from './count-letters.server.ts';
import { tellLetters, tellResults } from './tell-results.ts';

/** More campaigns than a house writes in its life. */
const most = 5_000;

/** Every campaign with its letters, counted as they may be told, for the list and for its file. */
export async function readCampaigns(platform: Platform): Promise<{ readonly campaigns: ListedCampaign[]; readonly asOf: string | null }> {
  const all = await listCampaigns(platform.db, most);
  const {
    letters: counts,
    leavings,
    asOf,
  } = await tellCounts(
    platform,
    'every campaign',
    all.map(({ id }) => id),
  );
  const campaigns = all.map(({ id, name, status, languages, customers, startsAt, createdAt }): ListedCampaign => {
    const own = counts.get(id) ?? {};
    return {
      id,
      name,
      state: status,
      languages,
      startsAt: startsAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
      audience: customers ? 'customers' : 'readers',
      all: tellLetters(own, customers !== null).all,
      results: tellResults(own, leavings.get(id) ?? 0),
    };
  });
  return { campaigns, asOf };
}
