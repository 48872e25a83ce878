import { defineConfig } from 'vitest/config';

/** Seeded histories. Run by `npm run test:simulate`, and 200 of them by `npm test`. */
export default defineConfig({
  test: {
    include: ['tests/simulator/**/*.test.ts'],
    globalSetup: ['tests/support/shared-postgres.ts'],
    hookTimeout: 120_000,
    isolate: false,
    maxWorkers: 2,
  },
});
