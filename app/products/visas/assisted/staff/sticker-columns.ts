/** Columns of the list of assisted cases in the order they stand; the applicant is always among them. */
export const stickerColumns = [
  'due',
  'applicant',
  'reference',
  'country',
  'package',
  'state',
  'appointment',
  'lodged',
  'passport',
  'travel',
  'opened',
  'officer',
] as const;
export type StickerColumn = (typeof stickerColumns)[number];

const seldom: readonly StickerColumn[] = ['package', 'lodged', 'opened'];
/** What is shown to somebody who never chose. */
export const usualStickerColumns: readonly StickerColumn[] = stickerColumns.filter((column) => !seldom.includes(column));

/** The columns an address names, in their order; none that is known means the usual ones. */
export function readStickerColumns(asked: readonly string[]): readonly StickerColumn[] {
  const known = stickerColumns.filter((column) => column === 'applicant' || asked.includes(column));
  return known.length > 1 ? known : usualStickerColumns;
}
