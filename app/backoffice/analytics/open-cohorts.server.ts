import type { Platform } from '#app/platform/platform.server.ts';
import { addMonths, dateIn, type CalendarDate } from '#app/values/dates.ts';
import { readCohorts } from './figures-store.server.ts';
import { leastOf } from './measure-rules.ts';
import { monthStart } from './period-rules.ts';

export interface Cohort {
  readonly month: CalendarDate;
  readonly buyers: number;
  /** By months later, from 1: percent that bought again; `few` where they are less than a handful, null where it lies ahead. */
  readonly returned: readonly (number | 'few' | null)[];
}

export const cohortMonthsShown = 12;

/** Buyers by the month of their first paid order, and which share of them bought again. Cohorts of a few are left out. */
export async function openCohorts({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<{ cohorts: Cohort[]; hidden: boolean }> {
  const thisMonth = monthStart(dateIn('Asia/Dubai', clock.now()));
  const cells = await readCohorts(db, addMonths(thisMonth, -cohortMonthsShown));
  const months = [...new Set(cells.map(({ month }) => month))];
  const cohorts = months.map((month): Cohort => {
    const of = new Map(cells.filter((cell) => cell.month === month).map(({ later, buyers }) => [later, buyers]));
    const buyers = of.get(0) ?? 0;
    return {
      month,
      buyers,
      returned: Array.from({ length: cohortMonthsShown }, (_, index) => {
        if (addMonths(month, index + 1) > thisMonth) return null;
        const back = of.get(index + 1) ?? 0;
        return back > 0 && back < leastOf ? 'few' : buyers === 0 ? 0 : (back / buyers) * 100;
      }),
    };
  });
  const shown = cohorts.filter(({ buyers }) => buyers >= leastOf);
  return { cohorts: shown, hidden: shown.length < cohorts.length };
}
