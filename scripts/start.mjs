import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildIfStale } from './build.mjs';
import { installIfNeeded, projectNode, root } from './install.mjs';

installIfNeeded();
buildIfStale();
const { CI, DATABASE_URL, DATA_DIR = '.data', DEMO_DAY, NODE_ENV, PORT = '3000' } = process.env;
// An empty house of a demo: travellers without a browser play a morning, so that the desk has something on its lists.
const empty = !DATABASE_URL && NODE_ENV !== 'production' && !existsSync(resolve(root, DATA_DIR));
await import('./serve.mjs');
if (empty && !CI && DEMO_DAY !== 'no' && PORT !== '0') void playDay(`http://localhost:${PORT}`);

async function playDay(base) {
  for (;;) {
    const ready = await fetch(`${base}/readyz`).catch(() => null);
    if (ready?.ok) break;
    await new Promise((resume) => setTimeout(resume, 500));
  }
  console.log('A morning at the agency is being played, for some 40 seconds (DEMO_DAY=no leaves the lists of the desk empty).');
  const day = spawn(projectNode(), [join(root, 'scripts', 'play-day.ts'), '--base', base], { cwd: root, stdio: 'inherit' });
  // Nobody plays on in a house that has closed.
  for (const end of ['SIGINT', 'SIGTERM', 'exit']) process.on(end, () => day.kill());
}
