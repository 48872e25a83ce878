/*
 * Documents are numbered by year in two series, one for invoices and one for credit notes. What a number begins with is the
 * owner's; that it follows the one before is nobody's to change.
 */

/** As the counters know them, whatever their numbers begin with. */
export const invoiceSeries = 'INV';
export const creditSeries = 'CRN';

export interface NumberPrefixes {
  readonly invoice: string;
  readonly creditNote: string;
}

export interface NumberSeries {
  /** From the next document on. */
  readonly now: NumberPrefixes;
  /** From the first document of a year that is still to come. */
  readonly next: (NumberPrefixes & { readonly year: number }) | null;
}

/** Capital letters that everybody can say over the telephone, and that no search takes for anything else. */
export const isPrefix = (text: string): boolean => /^[A-Z]{2,4}$/.test(text);

export const numberOf = (prefix: string, year: number, sequence: number): string =>
  `${prefix}-${year}-${String(sequence).padStart(6, '0')}`;

/** A change that was to come, as it holds once its year is there. */
export const withYearBegun = ({ now, next }: NumberSeries, year: number): NumberSeries =>
  next && next.year <= year ? { now: { invoice: next.invoice, creditNote: next.creditNote }, next: null } : { now, next };
