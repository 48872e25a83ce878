import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectNode, root, run } from './install.mjs';

/** `npm run test:simulate -- --histories 10000 --from 1`, or `-- --seed 4711` for one again, with every step in words. */
const { values } = parseArgs({ options: { histories: { type: 'string' }, from: { type: 'string' }, seed: { type: 'string' } } });
process.env.HISTORIES = values.seed ? '1' : (values.histories ?? '200');
process.env.SEED = values.seed ?? values.from ?? '1';
process.exit(
  run(projectNode(), [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--config',
    'vitest.simulate.config.ts',
    '-t',
    'histories',
  ]),
);
