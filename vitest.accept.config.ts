import { defineConfig } from 'vitest/config';

/** What takes minutes: deaths, stalls and rushes against real processes. Run by `npm run test:accept`. */
export default defineConfig({
  test: {
    include: ['tests/accept/**/*.test.ts'],
    globalSetup: ['tests/support/fresh-build.ts'],
    testTimeout: 600_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
