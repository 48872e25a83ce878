import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll } from 'vitest';
import { openSupplier } from '../../../../sandbox/supplier/app.ts';
import type { Fact, Line, Rules } from '../../../../sandbox/supplier/facts.ts';
import { openLines, type Lines } from '../../../../sandbox/lines.ts';

export interface TestSupplier {
  readonly url: string;
  readonly journal: string;
  lines(): readonly Line[];
  control(rules: Rules): Promise<void>;
  /** Ends it as a kill would and starts another on the same journal and port. */
  restart(): Promise<void>;
}

/** The pretend supplier over real HTTP on a free port, with a journal of its own and the test's clock. Closed after the file. */
export async function openTestSupplier(clock: { now(): number }): Promise<TestSupplier> {
  const folder = mkdtempSync(join(tmpdir(), 'rihla-supplier-'));
  const journal = join(folder, 'supplier.jsonl');
  let port = 0;
  let server: Server;
  let lines: Lines<Fact>;
  const listen = async () => {
    lines = openLines<Fact>(journal);
    server = createServer(getRequestListener(openSupplier({ journal: lines, now: clock.now }).app.fetch));
    await new Promise<void>((resume) => server.listen(port, '127.0.0.1', resume));
    port = (server.address() as AddressInfo).port;
  };
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resume) => server.close(resume));
    lines.close();
  };
  await listen();
  afterAll(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    journal,
    lines: () => lines.lines,
    async control(rules) {
      await fetch(`${url}/control`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(rules) });
    },
    async restart() {
      await close();
      await listen();
    },
  };
}
