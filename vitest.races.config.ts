import { defineConfig } from 'vitest/config';

/** Races need a real PostgreSQL with many connections; each starts its own. Run by `npm run test:races`. */
export default defineConfig({
  test: {
    include: ['tests/races/**/*.test.ts', 'tests/simulator/**/*.test.ts'],
    globalSetup: ['tests/support/fresh-build.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxConcurrency: 2,
    fileParallelism: false,
  },
});
