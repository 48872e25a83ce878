import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { openLines, type Lines } from './lines.ts';

/** What both pretend parties do as processes: one journal of their own, one line that says where they listen, an end in order. */
export interface OwnProcess {
  /** `sandbox` or `supplier`: the word of the line on standard output. */
  readonly name: string;
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly close: () => void;
  readonly onAddress?: (address: string) => void;
}

const env = process.env;

/** Listens on PORT (0: any free one) of SANDBOX_HOST (127.0.0.1), until it is told to stop or its parent is gone. */
export function serveAlone({ name, fetch, close, onAddress }: OwnProcess): void {
  const host = env['SANDBOX_HOST'] || '127.0.0.1';
  const server = createServer(getRequestListener(fetch));
  server.on('error', (fault) => {
    console.error(`The pretend ${name} cannot start: ${fault.message}`);
    process.exit(1);
  });
  server.listen(Number(env['PORT'] || 0), host, () => {
    const { port } = server.address() as AddressInfo;
    const address = `http://${host}:${port}`;
    onAddress?.(address);
    // One line that a parent can read, and a person too.
    console.log(JSON.stringify({ [name]: address }));
    // Where whoever started us names a folder for it, the next start finds this code compiled.
    flushCompileCache();
  });
  const stop = () => {
    close();
    server.close();
    server.closeAllConnections();
    process.exit(0);
  };
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
}

/** Two on one journal would each miss what the other did: `advice` tells whoever starts the second what to set. */
export function ownJournal<Fact>(file: string, advice: string): Lines<Fact> {
  const lock = `${file}.lock`;
  const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
  if (holder > 0 && holder !== process.pid && isAlive(holder)) {
    console.error(`The journal ${file} is in use by process ${holder}. ${advice}`);
    process.exit(1);
  }
  const journal = openLines<Fact>(file);
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
