import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Plain JavaScript: it runs on the machine's own Node, before anything is installed.
export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const windows = process.platform === 'win32';

/** The project's own Node 24, from node_modules; the machine's where no package exists for it. */
export function projectNode() {
  const own = join(root, 'node_modules', '.bin', windows ? 'node.cmd' : 'node');
  return existsSync(own) ? own : process.execPath;
}

export function run(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: windows, ...options });
  if (done.error) throw done.error;
  return done.status ?? 1;
}

/** Installs what the lock file names unless that was already done. */
export function installIfNeeded() {
  const lock = join(root, 'package-lock.json');
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex');
  const marker = join(root, 'node_modules', '.installed-from');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  const byHand = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(byHand) || statSync(byHand).mtimeMs < statSync(lock).mtimeMs) {
    console.log('Installing packages (about half a minute) ...');
    const status = run('npm', ['ci', '--include=optional', '--include=dev']);
    if (status !== 0) {
      console.error('The packages could not be installed. Check the connection to the npm registry and try again.');
      process.exit(status);
    }
  }
  writeFileSync(marker, wanted);
}
