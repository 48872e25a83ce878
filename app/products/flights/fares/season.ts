import { dateOfDay, dayNumber, weekday } from '../engine/calendar.ts';

/*
 * How a day of departure moves a fare, in permille. Public holidays matter where they are kept, so each route has
 * a market: a set of bits from the countries at its two ends.
 */

export const marketBits = { islamic: 1, philippines: 2, brazil: 4 } as const;
export const marketCount = 8;

const islamicCountries = new Set(
  'AE SA QA KW BH OM JO LB IQ EG YE SY PS LY SD TN DZ MA TR PK BD ID MY AF IR KZ UZ AZ KG TJ TM MV'.split(' '),
);

export function marketOf(fromCountry: string, toCountry: string): number {
  let market = 0;
  if (islamicCountries.has(fromCountry) || islamicCountries.has(toCountry)) market |= marketBits.islamic;
  if (fromCountry === 'PH' || toCountry === 'PH') market |= marketBits.philippines;
  if (fromCountry === 'BR' || toCountry === 'BR') market |= marketBits.brazil;
  return market;
}

// Monday to Sunday, permille.
const weekdayPermille = [970, 940, 950, 1040, 1080, 1020, 1050];

/** Fares near departure are dearer even within one booking class. Days before departure, permille. */
export function leadTimePermille(daysAhead: number): number {
  if (daysAhead < 3) return 1250;
  if (daysAhead < 7) return 1150;
  if (daysAhead < 14) return 1080;
  if (daysAhead < 30) return 1000;
  return daysAhead < 150 ? 950 : 980;
}

/**
 * Season and weekday in permille at [market * days + day - firstDay]. Sources: the islamic-umalqura calendar of Intl
 * for both Eids, the Gregorian computus for Holy Week and Carnival.
 */
export function seasonTable(firstDay: number, days: number): Uint16Array {
  const table = new Uint16Array(marketCount * days);
  const islamic = islamicHolidays(firstDay, days);
  for (let offset = 0; offset < days; offset += 1) {
    const day = firstDay + offset;
    const everyone = commonSeason(day);
    const fromEaster = day - easterOf(Number(dateOfDay(day).slice(0, 4)));
    const holyWeek = fromEaster >= -8 && fromEaster <= 1 ? 1300 : 0;
    const carnival = fromEaster >= -53 && fromEaster <= -45 ? 1350 : 0;
    for (let market = 0; market < marketCount; market += 1) {
      let season = everyone;
      if (market & marketBits.islamic && islamic[offset]) season = Math.max(season, 1350);
      if (market & marketBits.philippines) season = Math.max(season, holyWeek);
      if (market & marketBits.brazil) season = Math.max(season, carnival);
      table[market * days + offset] = Math.round((season * weekdayPermille[weekday(day)]!) / 1000);
    }
  }
  return table;
}

/** What everybody's calendar does to a fare, permille. */
export function commonSeason(day: number): number {
  const monthDay = dateOfDay(day).slice(5);
  if (monthDay >= '12-10' || monthDay <= '01-05') return 1300;
  if (monthDay >= '07-01' && monthDay <= '08-31') return 1200;
  if (monthDay >= '01-15' && monthDay <= '02-20') return 920;
  return monthDay >= '11-01' && monthDay <= '11-25' ? 920 : 1000;
}

/** Days within the travel peaks of Eid al-Fitr (1 Shawwal) and Eid al-Adha (10 Dhu al-Hijja). */
function islamicHolidays(firstDay: number, days: number): Uint8Array {
  const format = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  });
  const peak = new Uint8Array(days);
  for (let offset = -10; offset < days + 10; offset += 1) {
    const parts = format.formatToParts((firstDay + offset) * 86_400_000);
    const month = parts.find((part) => part.type === 'month')?.value;
    const date = parts.find((part) => part.type === 'day')?.value;
    const fitr = month === '10' && date === '1';
    const adha = month === '12' && date === '10';
    if (fitr || adha) peak.fill(1, Math.max(0, offset - (fitr ? 3 : 4)), Math.max(0, Math.min(days, offset + 7)));
  }
  return peak;
}

/** Easter Sunday as a day number; the anonymous Gregorian computus. */
export function easterOf(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const leap = Math.floor(century / 4);
  const moon = (century - leap - Math.floor((8 * century + 13) / 25) + 19 * golden + 15) % 30;
  const epact = moon - Math.floor(moon / 28) * (1 - Math.floor(29 / (moon + 1)) * Math.floor((21 - golden) / 11));
  const sunday = (year + Math.floor(year / 4) + epact + 2 - century + leap) % 7;
  const shift = epact - sunday;
  const month = 3 + Math.floor((shift + 40) / 44);
  const date = shift + 28 - 31 * Math.floor(month / 4);
  return dayNumber(`${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`);
}
