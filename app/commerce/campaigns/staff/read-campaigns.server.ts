import type { Platform } from '#app/platform/platform.server.ts';
import { countLeavings, countLetters, listCampaigns } from '../campaigns-store.server.ts';
import type { ListedCampaign } from './campaign-list.ts';
import { tellLetters, tellResults } from './tell-results.ts';

/** More campaigns than a house writes in its life. */
const most = 5_000;

/** Every campaign with its letters, counted as they may be told. */
export async function readCampaigns({ db }: Platform): Promise<ListedCampaign[]> {
  const all = await listCampaigns(db, most);
  const ids = all.map(({ id }) => id);
  const [counts, leavings] = await Promise.all([countLetters(db, ids), countLeavings(db, ids)]);
  return all.map(({ id, name, status, languages, customers, startsAt, createdAt }) => {
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
}
