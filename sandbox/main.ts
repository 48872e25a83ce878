import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { openSandbox } from './app.ts';
import { openJournal } from './journal.ts';

/*
 * The pretend bank as a process of its own: it shares nothing with the store but HTTP, and its journal survives
 * whatever happens to the store. Run by Node itself: `npm run sandbox`.
 *   PORT (0: any free one), SANDBOX_HOST (127.0.0.1), SANDBOX_JOURNAL, SANDBOX_PUBLIC_URL, WEBHOOK_URL, WEBHOOK_SECRET
 */
const env = process.env;
const host = env['SANDBOX_HOST'] || '127.0.0.1';
let address = '';
const sandbox = openSandbox({
  journal: openJournal(env['SANDBOX_JOURNAL'] || `${env['DATA_DIR'] || '.data'}/sandbox-journal.jsonl`),
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
