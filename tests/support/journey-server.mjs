import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from '../../scripts/build.mjs';
import { projectNode, root } from '../../scripts/install.mjs';

/** A fresh demo server on a data folder of its own, for the browser journeys. */
buildIfStale();
const dataDir = mkdtempSync(join(tmpdir(), 'rihla-journeys-'));
const server = spawn(projectNode(), [join(root, 'server', 'main.ts')], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 0);
});
