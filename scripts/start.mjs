import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildIfStale } from './build.mjs';
import { installIfNeeded, projectNode, root } from './install.mjs';

installIfNeeded();
buildIfStale();

const server = spawn(projectNode(), [join(root, 'server', 'main.ts')], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 1));
