import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// The application is tested as it is served (server/main.ts says the same): React for developers takes half as long again.
process.env['NODE_ENV'] = 'production';

/** Files that take longest: begun first, so that no worker is left with one of them while the other has nothing to do. */
const longest = ['/tests/access.test.ts', '/payments/payments.server.test.ts', '/tests/repeats.test.ts', '/tests/bad-input.test.ts'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => longest.findIndex((name) => moduleId.endsWith(name)) + 1 || longest.length + 1;
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    include: ['{app,server,seeds,sandbox,tests,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['tests/{journeys,races,simulator,crash,accept}/**', 'node_modules/**'],
    globalSetup: ['tests/support/snapshot.ts'],
    sequence: { sequencer: LongestFirst },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Files share their modules, which are read once and not two hundred times: what a module keeps, it keeps by database.
    isolate: false,
    // Each database is about 300 MB; two files at a time fit a small machine.
    maxWorkers: 2,
  },
});
