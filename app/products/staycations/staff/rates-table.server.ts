import { dateFault, numberFault, numberIn, repeated, yesNoFault } from '#app/commerce/supply/import-rules.ts';
import type { ImportTable } from '#app/commerce/supply/import-table.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { calendarDate, dateIn } from '#app/values/dates.ts';
import { findKnownStaycation } from '../staycations-store.server.ts';
import { lockStay, saveNight } from './stay-supply-store.server.ts';

/** Nights of a house: for each kind of room its rate in percent of the season, the least nights, and whether it is sold. */
export function ratesTable(platform: Pick<Platform, 'db' | 'clock'>, stayId: string): ImportTable {
  return {
    kind: 'room-rates',
    subject: stayId,
    columns: ['date', 'room', 'price_percent', 'min_nights', 'stopped'],
    priceColumn: 'price_percent',
    lock: (tx) => lockStay(tx, stayId),
    async check(db, rows) {
      const stay = (await findKnownStaycation(db, stayId, 'en'))?.stay;
      if (!stay) return rows.map(() => ['unknown']);
      const today = dateIn(stay.zone, platform.clock.now());
      const twice = repeated(rows, ({ room, date }) => `${room} ${date}`);
      return rows.map((cells, at) => [
        ...dateFault(cells['date'] ?? '', today),
        ...(stay.rooms.some(({ key }) => key === cells['room']) ? [] : ['room']),
        ...numberFault(cells['price_percent'] ?? '', 50, 400, 'percent'),
        ...numberFault(cells['min_nights'] ?? '', 1, 30, 'nights'),
        ...yesNoFault(cells['stopped'] ?? ''),
        ...(twice.has(at) ? ['twice'] : []),
      ]);
    },
    async write(tx, rows, staffId) {
      for (const cells of rows) {
        const [percent, minStay] = [numberIn(cells['price_percent']), numberIn(cells['min_nights'])];
        await saveNight(
          tx,
          platform.clock.now(),
          { stayId, room: cells['room']!, night: calendarDate(cells['date']!) },
          {
            ...(percent === undefined ? {} : { percent }),
            ...(minStay === undefined ? {} : { minStay }),
            ...(cells['stopped'] === '' ? {} : { stopped: cells['stopped'] === 'yes' }),
          },
          staffId,
        );
      }
    },
  };
}
