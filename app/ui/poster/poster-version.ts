/** Changes with every change of a drawing; `npm run posters:sheet` writes it, a test compares it. */
export const posterVersion = '00eb1320';
