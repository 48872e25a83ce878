// What prepares a run imports the database too, in a process of its own.
import './tests/support/node-modules.mjs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { waiting } from './scripts/short-run.mjs';

// The application is tested as it is served (server/main.ts says the same): React for developers takes half as long again.
process.env['NODE_ENV'] = 'production';

/** Files that take longest: begun first, so that no worker is left with one of them while the other has nothing to do. */
const longest = [
  '/tests/access.test.ts',
  '/tests/repeats.test.ts',
  '/tests/simulator/even-histories.test.ts',
  '/tests/simulator/odd-histories.test.ts',
  '/tests/races/crash-sample.test.ts',
  '/tests/edges.test.ts',
  '/server/promises/backup.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => longest.findIndex((name) => moduleId.endsWith(name)) + 1 || longest.length + 1;
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

const elsewhere = ['tests/{journeys,crash,accept}/**', 'node_modules/**'];
/** The same thing at once: only a real PostgreSQL with many connections can be asked. */
const races = 'tests/{races,simulator}/**';
const every = '{app,server,seeds,sandbox,tests,scripts}/**/*.test.{ts,tsx}';

/**
 * What only the embedded database is asked, and what a house on either must do: sell, keep, give back. Of five products two,
 * which claim their stock in the two ways there are; `npm run test:embedded` asks all.
 */
const embeddedOnly = ['app/platform/embedded-statements.server.test.ts'];
const onBoth = ['app/products/flights/order/flight-order.server.test.ts', 'app/products/staycations/stay-sale.test.ts'];

/**
 * Tests run on a PostgreSQL of the run, which answers in half the time; `TEST_DATABASE=embedded` runs them all on the
 * embedded database.
 */
const everythingEmbedded = process.env['TEST_DATABASE'] === 'embedded';

/** What a short run leaves out. Not `--exclude` of the command line: projects do not hear of it. */
const isShort = process.env['TEST_LENGTH'] === 'short';
const left = isShort ? waiting.map((path) => (path.endsWith('.ts') ? path : `${path}/**`)) : [];

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 300_000,
    // Of what a file runs side by side: its processes share the cores with the other worker.
    maxConcurrency: 2,
    // Files share their modules, which are read once and not two hundred times: what a module keeps, it keeps by database.
    isolate: false,
    // Node reads the modules itself, as it does for the server's own: a tenth of the processor time less than through Vite.
    experimental: { viteModuleRunner: false },
    execArgv: [`--import=${new URL('tests/support/node-modules.mjs', import.meta.url).href}`],
    projects: [
      {
        extends: true,
        test: {
          name: 'postgres',
          include: everythingEmbedded ? [] : [every],
          exclude: [...elsewhere, ...embeddedOnly, ...left],
          globalSetup: ['tests/support/fresh-build.ts', 'tests/support/shared-postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'embedded',
          // As a house on it is started: its engine is compiled once, which takes a fifth less of the processor.
          execArgv: ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'],
          include: everythingEmbedded ? [every] : [...embeddedOnly, ...(isShort ? [] : onBoth)],
          exclude: [...elsewhere, races],
          globalSetup: ['tests/support/fresh-build.ts', 'tests/support/snapshot.ts'],
        },
      },
    ],
  },
});
