import { addDays, addMonths, type CalendarDate } from '#app/values/dates.ts';

let format: Intl.DateTimeFormat | null = null;

/**
 * The Hijri months that a month of ours falls into, by the Umm al-Qura calendar and in Arabic; one sighted otherwise may begin
 * a day apart. Put together here, since browsers and the server have their own dashes for a span.
 */
export function hijriMonths(first: CalendarDate): string {
  format ??= new Intl.DateTimeFormat('ar-AE-u-ca-islamic-umalqura-nu-latn', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const said = (day: CalendarDate) => {
    const parts = format!.formatToParts(Date.parse(`${day}T12:00:00Z`));
    const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
    return { month: part('month'), year: part('year') };
  };
  const spans = [0, 14].map((offset) => said(addDays(first, offset)));
  spans.push(said(addDays(addMonths(first, 1), -1)));
  const months = spans.filter((each, index) => index === 0 || each.month !== spans[index - 1]!.month);
  return `${months.map(({ month, year }, index) => (months[index + 1]?.year === year ? month : `${month} ${year}`)).join(' – ')} هـ`;
}
