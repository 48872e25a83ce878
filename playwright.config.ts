import { defineConfig } from '@playwright/test';
import { chromiumArguments, chromiumPath } from './tests/support/chromium.ts';

const port = Number(process.env['JOURNEY_PORT'] ?? 4390);
/** A demo server that already runs, for work on the journeys themselves. */
const running = process.env['JOURNEY_SERVER'];

export default defineConfig({
  testDir: 'tests/journeys',
  // One server and one database serve all journeys; two browsers at a time fit two cores.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  outputDir: '.cache/journeys',
  use: {
    baseURL: running ?? `http://localhost:${port}`,
    launchOptions: { executablePath: await chromiumPath(), args: chromiumArguments },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
  webServer: running
    ? undefined
    : {
        command: `node tests/support/journey-server.mjs`,
        env: { PORT: String(port) },
        url: `http://localhost:${port}/readyz`,
        reuseExistingServer: false,
        timeout: 120_000,
        gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
      },
});
