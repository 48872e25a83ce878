import { join } from 'node:path';
import { installIfNeeded, projectNode, root, run } from './install.mjs';

/*
 * Everything that is promised about money, seats and orders, at the size that takes minutes rather than seconds. On
 * loopback, bounded, on a machine with two free cores within half an hour. `npm test` has a sample of each.
 */
installIfNeeded();
const vitest = (config, env = {}) => ({ args: [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', config], env });
const steps = [
  ['races, 2,000 buyers', { ...vitest('vitest.config.ts', { BUYERS: '2000' }), files: ['--project', 'postgres', 'tests/races'] }],
  [
    '1,000 histories and all interleavings',
    vitest('vitest.simulate.config.ts', { HISTORIES: '1000', SEED: '1000000', INTERLEAVINGS: 'all' }),
  ],
  ['a server killed at every failpoint', vitest('vitest.crash.config.ts')],
  ['queue, embedded database, hiccups, supplier, guesses, raw requests, server for development', vitest('vitest.accept.config.ts')],
  ['20,000 malformed requests', { ...vitest('vitest.config.ts', { FUZZ_RUNS: '20000' }), files: ['tests/bad-input.test.ts'] }],
];
const wanted = process.argv.slice(2);
let failed = 0;
for (const [name, { args, env, files = [] }] of steps) {
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
  const began = Date.now();
  const status = run(projectNode(), [...args, ...files], { env: { ...process.env, CI: 'true', ...env } });
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${Math.round((Date.now() - began) / 1000)} s)`);
  if (status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
