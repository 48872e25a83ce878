import { dateFault, numberFault, numberIn, repeated, yesNoFault } from '#app/commerce/supply/import-rules.ts';
import type { ImportTable } from '#app/commerce/supply/import-table.server.ts';
import { readAmount } from '#app/values/read-amount.ts';
import { setPoolCapacities } from '#app/commerce/availability/pools-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { calendarDate, dateIn } from '#app/values/dates.ts';
import { listDeskDepartures, lockDeparture, poolKeyOf, saveDeparture } from '../booking/departures-store.server.ts';
import { deskZone } from '../booking/place-holiday-order.server.ts';
import { departuresOf } from '../departure-rules.ts';
import { findTour } from '../tours-store.server.ts';

/** Departures of a tour with places, a price of their own and whether they are sold. */
export function departuresTable(platform: Pick<Platform, 'db' | 'clock'>, tourId: string): ImportTable {
  const today = () => dateIn(deskZone, platform.clock.now());
  return {
    kind: 'departures',
    subject: tourId,
    columns: ['date', 'places', 'price_aed', 'stopped'],
    priceColumn: 'price_aed',
    lock: async (tx) => (await findTour(tx, tourId, 'en')) !== null,
    async check(db, rows) {
      const tour = await findTour(db, tourId, 'en');
      if (!tour) return rows.map(() => ['unknown']);
      const desk = new Map((await listDeskDepartures(db, [tourId], today())).map((row) => [row.setsOff as string, row]));
      const days = new Set<string>([...departuresOf(tour.departures, today()), ...desk.keys()]);
      const twice = repeated(rows, ({ date }) => date ?? '');
      return rows.map((cells, at) => {
        const date = cells['date'] ?? '';
        const row = desk.get(date);
        const wrong = dateFault(date, today());
        const places = cells['places'] ?? '';
        const found = [
          ...wrong,
          ...(wrong.length === 0 && !days.has(date) ? ['not-that-day'] : []),
          ...numberFault(places, 0, 200, 'places'),
          ...(cells['price_aed'] === '' || (readAmount(cells['price_aed'] ?? '', 'AED') ?? 0) > 0 ? [] : ['price']),
          ...yesNoFault(cells['stopped'] ?? ''),
          ...(twice.has(at) ? ['twice'] : []),
          ...(row?.cancelledAt ? ['cancelled'] : []),
        ];
        return found.length === 0 && row && places !== '' && row.held + row.sold > Number(places) ? ['below-sold'] : found;
      });
    },
    async write(tx, rows) {
      const now = platform.clock.now();
      const tour = await findTour(tx, tourId, 'en');
      for (const cells of rows) {
        const setsOff = calendarDate(cells['date']!);
        if (!tour || !(await lockDeparture(tx, now, tour, setsOff, today(), 'update')))
          throw new Error(`No departure of ${tourId} on ${setsOff}`);
        const capacity = numberIn(cells['places']);
        const price = readAmount(cells['price_aed'] ?? '', 'AED');
        await saveDeparture(
          tx,
          now,
          { tourId, setsOff },
          {
            ...(capacity === undefined ? {} : { capacity }),
            ...(price === null ? {} : { priceAmount: price }),
            ...(cells['stopped'] === '' ? {} : { stoppedAt: cells['stopped'] === 'yes' ? new Date(now) : null }),
          },
        );
        if (capacity !== undefined) await setPoolCapacities(tx, poolKeyOf(tourId, setsOff), capacity);
      }
    },
  };
}
