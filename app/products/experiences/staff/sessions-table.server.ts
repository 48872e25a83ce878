import { dateFault, numberFault, numberIn, repeated, yesNoFault, type Cells } from '#app/commerce/supply/import-rules.ts';
import type { ImportTable } from '#app/commerce/supply/import-table.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { calendarDate, parseCalendarDate } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import { runsOn } from '../experience-rules.ts';
import { findKnownExperience, forgetCards } from '../experiences-store.server.ts';
import { findOptions } from '../slots-store.server.ts';
import { findSlotSold, listCancelledStarts, lockSupply, saveSlot, setSlotCapacity } from './supply-desk-store.server.ts';

/** Starts of an activity that differ from its timetable: one row for each option, day and time. */
export function sessionsTable(platform: Pick<Platform, 'db' | 'clock'>, experienceId: string): ImportTable {
  const place = (cells: Cells) => `${cells['option']} ${cells['date']} ${cells['start']}`;
  const slotOf = (cells: Cells) => ({
    experienceId,
    optionKey: cells['option']!,
    date: calendarDate(cells['date']!),
    start: cells['start']!,
  });
  return {
    kind: 'sessions',
    subject: experienceId,
    columns: ['date', 'start', 'option', 'places', 'price_percent', 'stopped'],
    priceColumn: 'price_percent',
    lock: async (tx) => (await lockSupply(tx, experienceId)) !== null,
    async check(db: Db, rows) {
      const experience = (await findKnownExperience(db, experienceId, 'en'))?.experience;
      if (!experience) return rows.map(() => ['unknown']);
      const options = await findOptions(db, experienceId);
      const today = localTimeIn(experience.zone, platform.clock.now()).slice(0, 10);
      const days = rows.flatMap(({ date }) => parseCalendarDate(date ?? '') ?? []).sort();
      const gone = new Set(days.length === 0 ? [] : await listCancelledStarts(db, experienceId, days[0]!, days.at(-1)!));
      const twice = repeated(rows, place);
      const faults: string[][] = [];
      for (const [at, cells] of rows.entries()) {
        const date = parseCalendarDate(cells['date'] ?? '');
        const found = [
          ...dateFault(cells['date'] ?? '', today),
          ...(date && !runsOn(experience, date) ? ['not-that-day'] : []),
          ...(experience.startTimes.includes(cells['start'] ?? '') ? [] : ['start']),
          ...(options.some(({ key }) => key === cells['option']) ? [] : ['option']),
          ...numberFault(cells['places'] ?? '', 0, 500, 'places'),
          ...numberFault(cells['price_percent'] ?? '', 10, 1000, 'percent'),
          ...yesNoFault(cells['stopped'] ?? ''),
          ...(twice.has(at) ? ['twice'] : []),
          ...(gone.has(`${cells['date']} ${cells['start']}`) ? ['cancelled'] : []),
        ];
        const places = numberIn(cells['places']);
        if (found.length === 0 && places !== undefined && (await findSlotSold(db, slotOf(cells))) > places) found.push('below-sold');
        faults.push(found);
      }
      return faults;
    },
    async write(tx, rows, staffId) {
      const now = platform.clock.now();
      for (const cells of rows) {
        const [capacity, pricePercent] = [numberIn(cells['places']), numberIn(cells['price_percent'])];
        const change = {
          ...(capacity === undefined ? {} : { capacity }),
          ...(pricePercent === undefined ? {} : { pricePercent }),
          ...(cells['stopped'] === '' ? {} : { stopped: cells['stopped'] === 'yes' }),
        };
        await saveSlot(tx, now, slotOf(cells), change, staffId);
        if (capacity !== undefined) await setSlotCapacity(tx, slotOf(cells), capacity);
      }
      forgetCards(platform.db);
    },
  };
}
