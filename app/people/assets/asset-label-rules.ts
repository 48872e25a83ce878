/** Sheets of 24 labels; ten sheets at a time. */
export const mostLabels = 240;
