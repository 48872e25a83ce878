import { defineConfig } from 'vitest/config';

/** Seeded histories. Run by `npm run test:simulate`, and 60 of them by `npm test`. */
export default defineConfig({
  test: { include: ['tests/simulator/**/*.test.ts'], hookTimeout: 120_000, fileParallelism: false },
});
