import { defineConfig } from '@playwright/test';
import { chromiumArguments, chromiumPath } from './tests/support/chromium.ts';
import {
  journeyBase,
  journeyPort,
  returningVisitor,
  runningServer,
  shortHoldsPort,
  stubbornAirline,
} from './tests/support/journey-servers.ts';

const servers = [
  {
    PORT: String(journeyPort),
    ON: 'postgres',
    FAILPOINTS: `house.refuse-first-ticket:${stubbornAirline.code},house.refuse-first-extras:${stubbornAirline.code}`,
  },
  { PORT: String(shortHoldsPort), HOLD_TTL_MS: '3000', ANALYTICS_ID: 'G-JOURNEY', CHAT_APP_ID: 'journey' },
];
const readyPort = shortHoldsPort + 1;

export default defineConfig({
  testDir: 'tests/journeys',
  // One server and one database serve all journeys but one. A journey waits for a fifth of its time: three at a time fill two cores.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  outputDir: '.cache/journeys',
  use: {
    baseURL: journeyBase,
    locale: 'en-GB',
    // Far longer than any page takes, so that what is missing is told by its name.
    actionTimeout: 20_000,
    // Drawing pictures is a quarter of the work of a browser without a graphics card; that each is there is asked where pages are
    // read (`search-engines.test.ts`), and what they look like in `npm run shots`.
    // No page of a journey lives long enough to give back what its scripts take to be compiled a second and a third time: without
    // that a browser takes an eighth less of the processor, and a fifth where axe looks at each page.
    launchOptions: {
      executablePath: await chromiumPath(),
      args: [...chromiumArguments, '--blink-settings=imagesEnabled=false', '--js-flags=--no-opt --no-maglev'],
    },
    // Journeys that are not about consent have answered it before.
    storageState: returningVisitor,
    // What moves is drawn sixty times a second by the same two cores; a journey about motion says so itself.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A recording costs a third of the time: `--trace on` makes one of the journey that failed.
    trace: 'off',
  },
  webServer: runningServer
    ? []
    : [
        {
          command: 'node tests/support/journey-server.mjs',
          env: { SERVERS: JSON.stringify(servers), READY_PORT: String(readyPort) },
          url: `http://localhost:${readyPort}`,
          reuseExistingServer: false,
          timeout: 600_000,
          gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
        },
      ],
});
