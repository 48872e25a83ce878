import { defineConfig } from 'vitest/config';

// The application is tested as it is served (server/main.ts says the same): React for developers takes half as long again.
process.env['NODE_ENV'] = 'production';

export default defineConfig({
  test: {
    include: ['{app,server,seeds,sandbox,tests,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['tests/{journeys,races,simulator,crash,accept}/**', 'node_modules/**'],
    globalSetup: ['tests/support/snapshot.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Files share their modules, which are read once and not two hundred times: what a module keeps, it keeps by database.
    isolate: false,
    // Each database is about 300 MB; two files at a time fit a small machine.
    maxWorkers: 2,
  },
});
