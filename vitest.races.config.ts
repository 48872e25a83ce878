import { defineConfig } from 'vitest/config';

/** Races need a real PostgreSQL with many connections; each starts its own. Run by `npm run test:races`. */
export default defineConfig({
  test: {
    include: ['tests/races/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
