import { addDays, fromDayNumber, dayNumber, type CalendarDate } from '#app/values/dates.ts';

/*
 * Days of the Umm al-Qura calendar, which the Gulf plans by. The sighting of the moon may move a month by a day.
 */
export interface HijriDate {
  readonly year: number;
  /** 1 = Muharram ... 9 = Ramadan, 10 = Shawwal, 12 = Dhu al-Hijja. */
  readonly month: number;
  readonly day: number;
}

const format = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  timeZone: 'UTC',
});

export function hijriOf(date: CalendarDate): HijriDate {
  const parts = format.formatToParts(Date.parse(`${date}T12:00:00Z`));
  const part = (type: string) => Number.parseInt(parts.find((each) => each.type === type)!.value, 10);
  return { year: part('year'), month: part('month'), day: part('day') };
}

/** A Hijri month has 29.53 days on average; 1 Muharram 1 fell on 16 July 622 (Julian), day -492148 of ours. */
const firstDay = -492_148;
const monthDays = 29.530_588;

/** The day a Hijri date falls on; the 30th of a month of 29 days is its last day. */
export function fromHijri({ year, month, day }: HijriDate): CalendarDate {
  const guess = Math.round(firstDay + ((year - 1) * 12 + month - 1) * monthDays) + day - 1;
  for (let off = 0; off <= 5; off += 1)
    for (const number of [guess - off, guess + off]) {
      const found = hijriOf(fromDayNumber(number));
      if (found.year === year && found.month === month && found.day === day) return fromDayNumber(number);
    }
  if (day > 29) return fromHijri({ year, month, day: day - 1 });
  throw new RangeError(`No such Hijri date: ${year}-${month}-${day}`);
}

/** The same Hijri date a year before: the start of Ramadan meets the start of Ramadan. */
export function hijriYearBefore(date: CalendarDate): CalendarDate {
  const { year, month, day } = hijriOf(date);
  return fromHijri({ year: year - 1, month, day });
}

export type Season = 'ramadan' | 'eid-fitr' | 'eid-adha';
export const seasons: readonly Season[] = ['ramadan', 'eid-fitr', 'eid-adha'];

export interface Days {
  readonly from: CalendarDate;
  /** Included. */
  readonly until: CalendarDate;
}

/** Ramadan, and the Eids with the three days before them in which people travel. */
function seasonOf(season: Season, year: number): Days {
  if (season === 'ramadan')
    return { from: fromHijri({ year, month: 9, day: 1 }), until: addDays(fromHijri({ year, month: 10, day: 1 }), -1) };
  const eid = season === 'eid-fitr' ? fromHijri({ year, month: 10, day: 1 }) : fromHijri({ year, month: 12, day: 10 });
  return { from: addDays(eid, -3), until: addDays(eid, season === 'eid-fitr' ? 2 : 3) };
}

/** The last season that has begun by a day. */
export function lastSeason(season: Season, today: CalendarDate): Days {
  const { year } = hijriOf(today);
  const now = seasonOf(season, year);
  return now.from <= today ? now : seasonOf(season, year - 1);
}

/** Seasons that lie in a span, to be marked on a chart; both ends included. */
export function seasonsWithin({ from, until }: Days): { season: Season; days: Days }[] {
  const years = [hijriOf(from).year - 1, hijriOf(from).year, hijriOf(until).year];
  return [...new Set(years)].flatMap((year) =>
    seasons
      .map((season) => ({ season, days: seasonOf(season, year) }))
      .filter(({ days }) => days.until >= from && days.from <= until)
      .map(({ season, days }) => ({
        season,
        days: { from: days.from < from ? from : days.from, until: days.until > until ? until : days.until },
      })),
  );
}

/** How many days a span has. */
export function lengthOf({ from, until }: Days): number {
  return dayNumber(until) - dayNumber(from) + 1;
}
