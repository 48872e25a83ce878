/** Changes with every change of a drawn map; `npm run posters:sheet` writes it, a test compares it. */
export const landVersion = 'fbe4dc17';
