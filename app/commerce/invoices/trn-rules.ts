/** A tax registration number of the Emirates without its spaces and dashes. It has no check digit that is published. */
export const isTrn = (digits: string): boolean => /^\d{15}$/.test(digits);
