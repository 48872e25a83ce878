/*
 * What `npm test` does of all that there is, so that it ends within ten minutes on two cores; `npm test -- --all` does the rest
 * as well (docs/decisions/0033-two-lengths-of-a-test-run.md). Read by `test.mjs` and by `vitest.config.ts`.
 */

/**
 * Of the journeys those without which nothing is sold, worked on or read: each product found, paid and in hand, what goes wrong
 * on the way, the desk, the frame.
 */
export const shortJourneys = `
  one-adult plain-http paying expired-hold
  evisa assisted-visa holiday experience
  every-page page-change preferences sign-up desk clerk
`
  .trim()
  .split(/\s+/)
  .map((name) => `tests/journeys/${name}.spec.ts`);

/** What waits for the whole run: a folder, or a file. */
export const waiting = [
  // What is tried many times over, at once or in any order, and every form of every page sent twice.
  'tests/races',
  'tests/simulator',
  'tests/repeats.test.ts',
  // What the short run has a sale of already, in another way: with credit, by two cards, kept, in a basket, changed afterwards.
  'app/products/basket-sale.test.ts',
  'app/products/keep-bookings.test.ts',
  'app/products/renew-trip.test.ts',
  'app/products/store-credit.test.ts',
  'app/products/experiences/two-cards.test.ts',
  'app/products/flights/addition/additions.test.ts',
  'app/products/flights/addition',
  'app/products/flights/names/name-airlines.test.ts',
  'app/products/flights/schedule',
  'app/products/flights/schedule/schedule-changes.test.ts',
  'app/products/flights/order/two-cards.test.ts',
  'app/products/flights/staff/record-refund.test.ts',
  'app/products/visas/two-cards.test.ts',
  // Limits, restarts and sizes: what takes its time because it is long, large or waited for.
  'app/backoffice/settings/branding-setting.test.ts',
  'app/people/recruitment/hostile-cv.test.ts',
  'app/people/recruitment/write-applications.test.ts',
  'app/platform/database.server.test.ts',
  'app/storefront/content/about-figures.test.ts',
  'server/promises/backup.test.ts',
  'server/sandbox-process.test.ts',
  'tests/edges.test.ts',
  'tests/inert-words.test.ts',
  'tests/long-exports.test.ts',
  'tests/rates.test.ts',
];

/** What is done less often (the ledger), and by fewer (the matrix of access: who has no rights, and who may only read). */
export const lessOften = { LEDGER_RUNS: '100', ACTORS: 'anonymous,auditor' };
