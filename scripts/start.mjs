import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildIfStale } from './build.mjs';
import { installIfNeeded, projectNode, root } from './install.mjs';

installIfNeeded();
buildIfStale();

// Without a bound the nursery of short-lived objects grows to 128 MB under load, and no request gets faster by it.
const server = spawn(projectNode(), ['--max-semi-space-size=16', join(root, 'server', 'main.ts')], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 1));
