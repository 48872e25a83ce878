import type { CalendarDate } from '#app/values/dates.ts';

/** What a passport's machine-readable zone and the form both say. */
export interface PassportFacts {
  readonly surname: string;
  readonly givenNames: string;
  readonly birthDate: CalendarDate | string;
  readonly nationality: string;
  readonly number: string;
  readonly expires: CalendarDate | string;
}

export const comparedFields = ['surname', 'givenNames', 'birthDate', 'nationality', 'number', 'expires'] as const;
export type ComparedField = (typeof comparedFields)[number];

/** Names as the zone writes them: A to Z and single spaces. */
export function zoneName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z]+/g, ' ')
    .trim();
}

/** The fields in which the form differs from the zone. The zone cuts long names short, so a beginning is enough. */
export function mrzDifferences(form: PassportFacts, zone: PassportFacts): ComparedField[] {
  const sameName = (typed: string, read: string) => {
    const [a, b] = [zoneName(typed), zoneName(read)];
    return a === b || (b.length >= 12 && a.startsWith(b));
  };
  return comparedFields.filter((field) => {
    if (field === 'surname' || field === 'givenNames') return !sameName(form[field], zone[field]);
    if (field === 'number')
      return form.number.replace(/[^A-Za-z0-9]/g, '').toUpperCase() !== zone.number.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
    return form[field] !== zone[field];
  });
}
