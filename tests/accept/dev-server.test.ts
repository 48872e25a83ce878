import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';

/* `npm run dev` takes another way to the same pages: modules as they are written, and nothing of what a build makes. */
const folder = mkdtempSync(join(tmpdir(), 'rihla-dev-'));
const port = await freePort();
const home = `http://127.0.0.1:${port}`;
const said: string[] = [];
const server = spawn(process.execPath, ['server/main.ts', '--dev'], {
  stdio: ['ignore', 'pipe', 'pipe'],
  env: { ...process.env, NODE_ENV: 'test', PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'error' },
});
for (const stream of [server.stdout, server.stderr]) stream.on('data', (words) => said.push(String(words)));

beforeAll(async () => {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`The server for development ended by itself: ${said.join('')}`);
    const ready = await fetch(`${home}/readyz`).catch(() => null);
    if (ready?.ok) return;
    await new Promise((resume) => setTimeout(resume, 50));
  }
});
afterAll(async () => {
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await gone;
  rmSync(folder, { recursive: true, force: true });
});

it('draws a page in its language, and gives its scripts and its texts', async () => {
  const page = await (await fetch(`${home}/flights`, { headers: { Cookie: 'language=ar' } })).text();
  expect(page).toContain('<html lang="ar" dir="rtl"');
  const at = /data-texts-at="([^"]+)"/.exec(page)![1]!;
  const titles = (await (await fetch(`${home}${at}/titles.json`)).json()) as Record<string, string>;
  expect(page).toContain(titles['flights']);
  const entry = await fetch(`${home}/app/entry.client.tsx`);
  expect([entry.status, entry.headers.get('content-type')]).toEqual([200, 'text/javascript']);
  expect((await fetch(`${home}${at}/no-such-texts.json`)).status).toBe(404);
});
