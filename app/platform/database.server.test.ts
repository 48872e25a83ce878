import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { bootId, DatabaseInUse, openDatabase } from './database.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'rihla-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('refuses an embedded database that another process has open, and says which', async () => {
  const other = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
  const boot = bootId();
  writeFileSync(join(folder, 'database.lock'), JSON.stringify({ pid: other.pid, boot, port: 3000, since: '2026-11-23T07:42:00.000Z' }));
  const fault = await openDatabase({ dataDir: folder }).catch((caught: unknown) => caught);
  expect(fault).toBeInstanceOf(DatabaseInUse);
  expect((fault as Error).message).toContain(`process ${other.pid}`);
  expect((fault as Error).message).toContain('http://localhost:3000');
  other.kill('SIGKILL');
});

it('opens a database whose last owner was killed, and lets go of it when it is closed', async () => {
  writeFileSync(join(folder, 'database.lock'), JSON.stringify({ pid: 999_999_999, boot: 'another boot', port: null, since: 'before' }));
  const database = await openDatabase({ dataDir: folder });
  await database.close();
  const again = await openDatabase({ dataDir: folder });
  await again.close();
  // A database is made here.
}, 60_000);
