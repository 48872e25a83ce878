/** Changes with every change of a drawn map; `npm run posters:sheet` writes it, a test compares it. */
export const landVersion = '430dd60b';
