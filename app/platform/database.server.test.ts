import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bootId, DatabaseInUse, openDatabase, startOf } from './database.server.ts';

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
});

describe.runIf(existsSync('/proc/self/stat'))('where the system says when a process started', () => {
  const lock = join(folder, 'database.lock');
  const write = (pid: number | undefined, started: string | null, host = hostname()) =>
    writeFileSync(lock, JSON.stringify({ pid, started, host, boot: bootId(), port: null, since: '2026-11-23T07:42:00.000Z' }));
  const open = () =>
    openDatabase({ dataDir: folder }).then(
      (database) => database.close().then(() => 'opened'),
      (caught: unknown) => (caught instanceof DatabaseInUse ? 'in use' : caught),
    );

  it('opens a database whose killed owner had the number that we or another process have now', async () => {
    write(process.pid, '1');
    expect(await open()).toBe('opened');
    // Two containers that share a folder see neither each other's processes nor their starts.
    write(process.pid, '1', 'a-container-beside-us');
    expect(await open()).toBe('in use');
    // Its own name may hold what ends the name in that line.
    const other = spawn('bash', ['-c', 'printf "a) R 1 2" > /proc/$$/comm; echo ready; read'], { stdio: ['pipe', 'pipe', 'ignore'] });
    await once(other.stdout, 'data');
    expect(readFileSync(`/proc/${other.pid}/stat`, 'utf8')).toContain('(a) R 1 2)');
    expect(Number(startOf(other.pid!))).toBeGreaterThanOrEqual(Number(startOf(process.pid)));
    write(other.pid, startOf(process.pid));
    expect(await open()).toBe('opened');
    write(other.pid, startOf(other.pid!));
    expect(await open()).toBe('in use');
    other.kill('SIGKILL');
  });

  it('writes its own start beside its number, and refuses itself a second time', async () => {
    rmSync(lock, { force: true });
    const database = await openDatabase({ dataDir: folder });
    expect(JSON.parse(readFileSync(lock, 'utf8'))).toMatchObject({ pid: process.pid, started: startOf(process.pid) });
    expect(await open()).toBe('in use');
    await database.close();
    write(process.pid, null);
    expect(await open()).toBe('in use');
    rmSync(lock, { force: true });
  });
});
