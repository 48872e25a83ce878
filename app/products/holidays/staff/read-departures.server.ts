import { findPools } from '#app/commerce/availability/pools-store.server.ts';
import { findTaken } from '#app/commerce/availability/taken-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { asSold, listDepartureRows, poolKeyOf, type SoldTour } from '../booking/departures-store.server.ts';
import { operatorOf } from '../booking/holiday-terms.ts';
import { departuresOf, isAtRisk } from '../departure-rules.ts';
import { todayAtDesk } from '../find-tours.server.ts';
import { tourCode } from '../tour-content.ts';
import type { ListedDeparture } from './departure-list.ts';
import { listTourHeads } from './tour-editions-store.server.ts';

/**
 * Every departure of every tour from today on: those that are sold now, and those that the desk has touched or somebody has
 * booked, also when they are too near to be sold or their tour is withdrawn.
 */
export async function readDepartures(platform: Platform, language: LanguageCode): Promise<readonly ListedDeparture[]> {
  const { db, clock } = platform;
  const today = todayAtDesk(platform);
  const [heads, rows, pools, taken] = await Promise.all([
    listTourHeads(db),
    listDepartureRows(db, today),
    findPools(db, 'tour:'),
    findTaken(db, clock.now(), 'tour:'),
  ]);
  const rowsOf = Map.groupBy(rows, ({ tourId }) => tourId);
  const poolOf = new Map(pools.map((pool) => [pool.key, pool]));
  const takenOf = new Map(taken.map(({ key, quantity }) => [key, quantity]));
  return heads.flatMap(({ row: tour, texts }) => {
    const sold: SoldTour = {
      ...tour,
      departures: { weekday: tour.departureWeekday, months: tour.departureMonths },
      price: money(tour.priceAmount, tour.priceCurrency),
    };
    const own = new Map((rowsOf.get(tour.id) ?? []).map((row) => [row.setsOff, row]));
    const days = new Set([...(tour.withdrawnAt ? [] : departuresOf(sold.departures, today)), ...own.keys()]);
    const title = (texts.find((text) => text.language === language) ?? texts.find((text) => text.language === 'en'))?.title ?? tour.id;
    return [...days].map((setsOff): ListedDeparture => {
      const row = own.get(setsOff) ?? null;
      const key = poolKeyOf(tour.id, setsOff);
      const shown = asSold(sold, setsOff, row, takenOf.get(key) ?? 0);
      const counted = { sold: poolOf.get(key)?.allocated ?? 0, held: poolOf.get(key)?.held ?? 0 };
      const state = row?.cancelledAt ? ('cancelled' as const) : tour.withdrawnAt ? ('stopped' as const) : shown.state;
      return {
        tourId: tour.id,
        title,
        code: tourCode(tour.id, tour.days),
        region: tour.region,
        setsOff,
        price: shown.price,
        capacity: shown.capacity,
        ...counted,
        left: shown.left,
        state,
        guaranteed: shown.guaranteed,
        atRisk: state !== 'cancelled' && isAtRisk({ ...shown, ...counted }, today),
        supplier: operatorOf(tour).name,
      };
    });
  });
}
