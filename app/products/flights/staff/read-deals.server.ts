import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn } from '#app/values/dates.ts';
import { listDeals } from '../deals/flight-deal-store.server.ts';
import type { ListedDeal } from './deal-list.ts';

/** More deals than a desk has ever published. */
const most = 5_000;

/** Every deal, on sale or not. */
export async function readDeals({ db, clock }: Platform): Promise<ListedDeal[]> {
  const today = dateIn('Asia/Dubai', clock.now());
  const deals = await listDeals(db, most);
  return deals.map((deal) => ({ ...deal, state: deal.withdrawn ? 'withdrawn' : deal.bookBy < today ? 'over' : 'onSale' }));
}
