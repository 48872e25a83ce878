import {
  deskDays,
  deskNames,
  type DeskHoliday,
  type DeskHours,
  type DeskName,
  type Hours,
  type WeekHours,
} from '#app/commerce/inquiries/answer-time-rules.ts';
import { dayNumber, parseCalendarDate } from '#app/values/dates.ts';
import { plainLine } from '#app/values/plain-text.ts';
import type { FaultyField, ReadSetting, SettingLine, TypedSetting } from './setting-values.ts';

/** A holiday that is longer is a slip of the year. */
const longestHolidayDays = 31;
export const mostHolidays = 60;
/** Empty lines at the foot of the list. */
export const spareHolidays = 3;

/** How the fields of a desk's own week begin; those of the house's have nothing before them. */
export const weekFields = (desk: DeskName | null) => (desk === null ? '' : `${desk}.`);

function readTime(typed: string): string | null {
  const found = /^([01]?\d|2[0-3])[:.]([0-5]\d)$/.exec(typed);
  return found ? `${found[1]!.padStart(2, '0')}:${found[2]}` : null;
}

type Reading = { readonly text: (field: string, longest?: number) => string; readonly wrong: FaultyField[] };

/** One week; null where nothing of it was typed, which is allowed to a desk and not to the house. */
function readWeek(desk: DeskName | null, { text, wrong }: Reading): WeekHours | null {
  const before = weekFields(desk);
  const typed = deskDays.map((days) => ({ days, from: text(`${before}${days}From`), until: text(`${before}${days}Until`) }));
  if (desk !== null && typed.every(({ from, until }) => from === '' && until === '')) return null;
  const hours: Record<string, Hours | null> = {};
  for (const { days, from, until } of typed) {
    hours[days] = null;
    if (from === '' && until === '') {
      if (days === 'weekdays' || days === 'ramadan') wrong.push({ field: `${before}${days}From`, fault: 'open' });
      continue;
    }
    const [opens, closes] = [readTime(from), readTime(until)];
    if (!opens) wrong.push({ field: `${before}${days}From`, fault: 'time' });
    if (!closes) wrong.push({ field: `${before}${days}Until`, fault: 'time' });
    if (opens && closes && opens >= closes) wrong.push({ field: `${before}${days}Until`, fault: 'order' });
    if (opens && closes) hours[days] = { from: opens, until: closes };
  }
  const { weekdays, ramadan, saturday = null, sunday = null } = hours;
  return { weekdays: weekdays!, ramadan: ramadan!, saturday, sunday };
}

function readHolidays(form: FormData, { text, wrong }: Reading): DeskHoliday[] {
  const holidays: DeskHoliday[] = [];
  for (let at = 0; at < mostHolidays && form.has(`holiday${at}Name`); at += 1) {
    const name = text(`holiday${at}Name`, 60);
    const first = text(`holiday${at}From`);
    const last = text(`holiday${at}Until`);
    if (name === '' && first === '' && last === '') continue;
    const from = parseCalendarDate(first);
    const until = last === '' ? from : parseCalendarDate(last);
    if (name.length < 2) wrong.push({ field: `holiday${at}Name`, fault: 'name' });
    if (!from) wrong.push({ field: `holiday${at}From`, fault: 'date' });
    if (!until && last !== '') wrong.push({ field: `holiday${at}Until`, fault: 'date' });
    if (!from || !until) continue;
    if (until < from) wrong.push({ field: `holiday${at}Until`, fault: 'order' });
    else if (dayNumber(until) - dayNumber(from) >= longestHolidayDays) wrong.push({ field: `holiday${at}Until`, fault: 'long' });
    else if (holidays.some((one) => one.from <= until && from <= one.until)) wrong.push({ field: `holiday${at}From`, fault: 'twice' });
    else holidays.push({ name, from, until });
  }
  return holidays.toSorted((a, b) => (a.from < b.from ? -1 : 1));
}

export function readHours(form: FormData): ReadSetting<DeskHours> {
  const typed: Record<string, string> = {};
  const wrong: FaultyField[] = [];
  const reading: Reading = { text: (field, longest = 10) => (typed[field] = plainLine(form.get(field), longest)), wrong };
  const house = readWeek(null, reading);
  const own = deskNames.flatMap((desk) => {
    const week = readWeek(desk, reading);
    return week ? [[desk, week] as const] : [];
  });
  const holidays = readHolidays(form, reading);
  if (wrong.length > 0) return { ok: false, typed, wrong };
  return { ok: true, value: { ...house!, holidays, ...(own.length > 0 ? { desks: Object.fromEntries(own) } : {}) } };
}

const typedWeek = (desk: DeskName | null, week: WeekHours | undefined) =>
  deskDays.flatMap((days) => [
    [`${weekFields(desk)}${days}From`, week?.[days]?.from ?? ''],
    [`${weekFields(desk)}${days}Until`, week?.[days]?.until ?? ''],
  ]);

export function typedHours(hours: DeskHours): TypedSetting {
  return Object.fromEntries([
    ...typedWeek(null, hours),
    ...deskNames.flatMap((desk) => typedWeek(desk, hours.desks?.[desk])),
    ...hours.holidays.flatMap(({ name, from, until }, at) => [
      [`holiday${at}Name`, name],
      [`holiday${at}From`, from],
      [`holiday${at}Until`, until === from ? '' : until],
    ]),
  ]) as TypedSetting;
}

const linesOfWeek = (desk: DeskName | null, week: WeekHours) =>
  deskDays.map((days): SettingLine => ({
    key: `${weekFields(desk)}${days}`,
    name: { text: `hours.${days}`, ...(desk ? { of: `hours.desk.${desk}` } : {}) },
    says: week[days] ? { kind: 'hours', ...week[days] } : { kind: 'key', text: 'hours.closed' },
  }));

export function linesOfHours(hours: DeskHours): readonly SettingLine[] {
  return [
    ...linesOfWeek(null, hours),
    ...deskNames.flatMap((desk): readonly SettingLine[] => {
      const own = hours.desks?.[desk];
      if (own) return linesOfWeek(desk, own);
      return [{ key: desk, name: { text: `hours.desk.${desk}` }, says: { kind: 'key', text: 'hours.asHouse' } }];
    }),
    ...hours.holidays.map(({ name, from, until }): SettingLine => ({
      key: `${name} ${from}`,
      name: { said: name },
      says: { kind: 'days', from, until },
    })),
  ];
}
