import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectNode, root, run } from './install.mjs';

/** The newest change under a folder or file, in milliseconds. */
function newest(path) {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), 0);
}

/** Builds unless the build is newer than everything it is made from. */
export function buildIfStale() {
  const built = join(root, 'build', 'server', 'index.js');
  const sources = ['app', 'server', 'seeds', 'public', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json'];
  const changed = Math.max(
    ...sources
      .map((name) => join(root, name))
      .filter(existsSync)
      .map(newest),
  );
  if (existsSync(built) && statSync(built).mtimeMs >= changed) return;
  console.log('Building ...');
  const status = run(projectNode(), [join('node_modules', '@react-router', 'dev', 'bin.cjs'), 'build', '--logLevel', 'error'], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error('The build failed.');
}
