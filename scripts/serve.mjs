import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectNode, root } from './install.mjs';
import { serverEnv, serverFlags } from './serving.mjs';

/* The server as it is built, without looking whether it should be built anew. */
const server = spawn(projectNode(), [...serverFlags, join(root, 'server', 'main.ts')], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...serverEnv },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 1));
