import { defineConfig } from 'vitest/config';

/** Real processes that are killed, on a real PostgreSQL. Run by `npm run test:crash`. */
export default defineConfig({
  test: {
    include: ['tests/crash/**/*.test.ts'],
    globalSetup: ['tests/support/fresh-build.ts'],
    testTimeout: 900_000,
    hookTimeout: 300_000,
    fileParallelism: false,
    maxConcurrency: 2,
  },
});
