import { defineConfig } from 'vitest/config';

// The application is tested as it is served (server/main.ts says the same): React for developers takes half as long again.
process.env['NODE_ENV'] = 'production';

/** Races need a real PostgreSQL with many connections: the run's, of which each file copies a database. Run by `npm run test:races`. */
export default defineConfig({
  test: {
    include: ['tests/races/**/*.test.ts', 'tests/simulator/**/*.test.ts'],
    globalSetup: ['tests/support/fresh-build.ts', 'tests/support/shared-postgres.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxConcurrency: 2,
    isolate: false,
    maxWorkers: 2,
  },
});
