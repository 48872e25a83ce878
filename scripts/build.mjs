import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { projectNode, root, run } from './install.mjs';

/** The newest change under a folder or file, in milliseconds. Tests are no part of a build. */
function newest(path) {
  const found = statSync(path);
  if (!found.isDirectory()) return /\.test\.tsx?$/.test(path) ? 0 : found.mtimeMs;
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
  build();
}

export function build() {
  console.log('Building ...');
  const status = run(projectNode(), [join('node_modules', '@react-router', 'dev', 'bin.cjs'), 'build', '--logLevel', 'error'], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error('The build failed.');
  compressAssets(join(root, 'build', 'client'));
}

/** Files never change under their hashed names, so each is compressed once, as small as it gets. */
function compressAssets(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css|svg|json|txt|wasm)$/.test(name)) continue;
    const file = join(folder, name);
    const bytes = readFileSync(file);
    if (bytes.length < 1024) continue;
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    // The last tenth of a large file takes ten times as long.
    const quality = bytes.length > 1_000_000 ? 9 : constants.BROTLI_MAX_QUALITY;
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) (process.argv.includes('--if-stale') ? buildIfStale : build)();
