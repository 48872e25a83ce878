import { spawn } from 'node:child_process';
import { join } from 'node:path';

/*
 * `npm run sandbox`: the pretend bank and the pretend supplier, each a process with a journal of its own. The bank takes
 * PORT and the supplier SUPPLIER_PORT (0 or nothing: any free one); each says where it listens, for SANDBOX_URL and
 * SUPPLIER_URL of the store.
 */
const start = (file: string, port: string) =>
  spawn(process.execPath, [join(import.meta.dirname, file)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PORT: port },
  });
const both = [start('main.ts', process.env['PORT'] || '0'), start('supplier/main.ts', process.env['SUPPLIER_PORT'] || '0')];

let stopping = false;
const stop = () => {
  stopping = true;
  for (const one of both) one.kill('SIGTERM');
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// One without the other is not what was asked for.
for (const one of both)
  one.on('exit', (code) => {
    if (stopping) return;
    process.exitCode = code || 1;
    stop();
  });
