import { addDays, addMonths, calendarDate, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { emirates, type Emirate, type VatCategory } from '../invoice-lines.ts';

/**
 * Boxes of the UAE's VAT return (form VAT 201) that sales fill. Standard-rated supplies stand under the emirate in which
 * the house was established when their document was issued.
 */
export const vatBoxes = ['1a', '1b', '1c', '1d', '1e', '1f', '1g', '4', '5'] as const;
export type VatBox = (typeof vatBoxes)[number];
/** Not part of the return, but shown so that nothing of the documents is lost: outside VAT, and VAT of other Gulf states. */
export const besideBoxes = ['out-of-scope', 'other-states'] as const;
export type BesideBox = (typeof besideBoxes)[number];

/** A line without a place is ours at whatever rate; hotel nights in Saudi Arabia once lacked theirs. */
export const placelessRate = 1500;

const emirateBoxes: Readonly<Record<Emirate, VatBox>> = { AZ: '1a', DU: '1b', SH: '1c', AJ: '1d', UQ: '1e', RK: '1f', FU: '1g' };
/** The emirate whose supplies a box is for. */
export const emirateOfBox = (box: VatBox | BesideBox): Emirate | null => emirates.find((code) => emirateBoxes[code] === box) ?? null;

/** The box of a line by its treatment; what was supplied in another Gulf state is not ours, whatever its rate. */
export function boxOf(
  category: VatCategory,
  basisPoints: number,
  place: string | null = null,
  emirate: Emirate = 'DU',
): VatBox | BesideBox {
  if (category === 'zero-rated') return '4';
  if (category === 'exempt') return '5';
  if (category === 'out-of-scope') return 'out-of-scope';
  return basisPoints !== placelessRate && place === null ? emirateBoxes[emirate] : 'other-states';
}

/** Lines of documents summed by treatment; fils, credit notes negative. */
export interface VatSum {
  readonly category: VatCategory;
  readonly basisPoints: number;
  /** The country whose VAT it is; null for ours. */
  readonly place: string | null;
  readonly emirate: Emirate;
  readonly net: number;
  readonly vat: number;
  /** Of that, what credit notes took back. */
  readonly creditedNet: number;
  readonly creditedVat: number;
}

export interface BoxFigures {
  readonly net: number;
  readonly vat: number;
  readonly creditedNet: number;
  readonly creditedVat: number;
}
const nothing: BoxFigures = { net: 0, vat: 0, creditedNet: 0, creditedVat: 0 };

export interface VatReturn {
  readonly boxes: Readonly<Record<VatBox | BesideBox, BoxFigures>>;
  /** Box 8: everything in boxes 1 to 5. */
  readonly total: BoxFigures;
}

export function vatReturnOf(sums: readonly VatSum[]): VatReturn {
  const boxes = Object.fromEntries([...vatBoxes, ...besideBoxes].map((box) => [box, nothing])) as Record<VatBox | BesideBox, BoxFigures>;
  for (const sum of sums) {
    const box = boxOf(sum.category, sum.basisPoints, sum.place, sum.emirate);
    boxes[box] = addFigures(boxes[box], sum);
  }
  return { boxes, total: vatBoxes.map((box) => boxes[box]).reduce(addFigures, nothing) };
}

function addFigures(one: BoxFigures, other: BoxFigures): BoxFigures {
  return {
    net: one.net + other.net,
    vat: one.vat + other.vat,
    creditedNet: one.creditedNet + other.creditedNet,
    creditedVat: one.creditedVat + other.creditedVat,
  };
}

/** A month such as 2026-11 or a quarter such as 2026-Q4, with its first and last day. */
export interface TaxPeriod {
  readonly id: string;
  readonly from: CalendarDate;
  readonly until: CalendarDate;
}

/** Null for anything that is no period. */
export function readPeriod(id: string): TaxPeriod | null {
  const [, year, quarter, month] = /^(20\d\d)-(?:Q([1-4])|(0[1-9]|1[0-2]))$/.exec(id) ?? [];
  if (!year) return null;
  const first = quarter ? (Number(quarter) - 1) * 3 + 1 : Number(month);
  const from = parseCalendarDate(`${year}-${String(first).padStart(2, '0')}-01`)!;
  return { id, from, until: addDays(addMonths(from, quarter ? 3 : 1), -1) };
}

export const monthOf = (day: CalendarDate): string => day.slice(0, 7);
export const quarterOf = (day: CalendarDate): string => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

/** The quarters and months that end with today's, the newest first: eight quarters. */
export function recentPeriods(today: CalendarDate): { readonly quarters: readonly string[]; readonly months: readonly string[] } {
  const first = calendarDate(`${today.slice(0, 7)}-01`);
  return {
    quarters: [...new Set(Array.from({ length: 22 }, (_, back) => quarterOf(addMonths(first, -back))))],
    months: Array.from({ length: 12 }, (_, back) => monthOf(addMonths(first, -back))),
  };
}

export type CloseRefusal = 'not-over' | 'closed' | 'earlier-open' | 'numbers';

/**
 * Why a month may not be closed: it is not over, it is closed, or an earlier month with documents is still open. `months`
 * are those with documents.
 */
export function closeRefusal(
  month: string,
  today: CalendarDate,
  months: readonly string[],
  closed: readonly string[],
): CloseRefusal | null {
  if (month >= monthOf(today)) return 'not-over';
  if (closed.includes(month)) return 'closed';
  return months.some((one) => one < month && !closed.includes(one)) ? 'earlier-open' : null;
}
