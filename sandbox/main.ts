import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { openSandbox } from './app.ts';
import { openJournal, type Journal } from './journal.ts';

/*
 * The pretend bank as a process of its own: it shares nothing with the store but HTTP, and its journal survives
 * whatever happens to the store. Run by Node itself: `npm run sandbox`.
 *   PORT (0: any free one), SANDBOX_HOST (127.0.0.1), SANDBOX_JOURNAL, SANDBOX_PUBLIC_URL, WEBHOOK_URL, WEBHOOK_SECRET
 */
const env = process.env;
const host = env['SANDBOX_HOST'] || '127.0.0.1';
let address = '';
const sandbox = openSandbox({
  journal: ownJournal(env['SANDBOX_JOURNAL'] || `${env['DATA_DIR'] || '.data'}/sandbox-journal.jsonl`),
  publicUrl: () => env['SANDBOX_PUBLIC_URL'] || address,
  webhookUrl: env['WEBHOOK_URL'] || null,
  webhookSecret: (env['WEBHOOK_SECRET'] || '').split(',')[0]!,
});

const server = createServer(getRequestListener(sandbox.app.fetch));
server.on('error', (fault) => {
  console.error(`The sandbox bank cannot start: ${fault.message}`);
  process.exit(1);
});
server.listen(Number(env['PORT'] || 0), host, () => {
  const { port } = server.address() as AddressInfo;
  address = `http://${host}:${port}`;
  // One line that a parent can read, and a person too.
  console.log(JSON.stringify({ sandbox: address }));
});

/** Two banks on one journal would each miss what the other did. */
function ownJournal(file: string): Journal {
  const lock = `${file}.lock`;
  const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
  if (holder > 0 && holder !== process.pid && isAlive(holder)) {
    console.error(
      `The journal ${file} is in use by process ${holder}. Set SANDBOX_JOURNAL to another file, or SANDBOX_URL to use that bank.`,
    );
    process.exit(1);
  }
  const journal = openJournal(file);
  writeFileSync(lock, String(process.pid));
  process.on('exit', () => rmSync(lock, { force: true }));
  return journal;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function stop(): void {
  sandbox.close();
  server.close();
  server.closeAllConnections();
  process.exit(0);
}

process.on('SIGTERM', stop);
if (env['SANDBOX_PARENT'] === 'true') {
  // The parent holds the other end of standard input. However it ends, killed included, the pipe closes.
  process.stdin.resume();
  process.stdin.on('end', stop);
  process.stdin.on('close', stop);
  // Ctrl-C reaches the whole group; the parent stops first and closes the pipe.
  process.on('SIGINT', () => undefined);
} else {
  process.on('SIGINT', stop);
}
