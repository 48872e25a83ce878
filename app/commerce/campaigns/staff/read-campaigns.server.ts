import type { Platform } from '#app/platform/platform.server.ts';
import { countLetters, listCampaigns } from '../campaigns-store.server.ts';
import type { ListedCampaign } from './campaign-list.ts';

/** More campaigns than a house writes in its life. */
const most = 5_000;

/** Every campaign with its letters, counted. */
export async function readCampaigns({ db }: Platform): Promise<ListedCampaign[]> {
  const all = await listCampaigns(db, most);
  const counts = await countLetters(
    db,
    all.map(({ id }) => id),
  );
  return all.map(({ id, name, status, languages, startsAt, createdAt }) => {
    const own = counts.get(id) ?? {};
    return {
      id,
      name,
      state: status,
      languages,
      startsAt: startsAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
      all: Object.values(own).reduce((sum, one) => sum + one, 0),
      sent: own.sent ?? 0,
      failed: own.failed ?? 0,
    };
  });
}
