/*
 * `npm run bench:start`: the time from `npm start` to the first page, polled, as someone who waits for it sees it. First in
 * an empty folder with the build already there, then three times on the same folder: the second start that counts.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepLimits } from './limits.ts';

const port = 4490;
const again = 3;
const longestMs = 300_000;
const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** Milliseconds until `/` answers 200. */
async function untilFirstPage(server: ChildProcess): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < longestMs) {
    if (server.exitCode !== null) throw new Error('The house ended before its first page.');
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (answer?.status === 200) {
      await answer.text();
      return performance.now() - started;
    }
    await pause(25);
  }
  throw new Error('No page came.');
}

const dataDir = mkdtempSync(join(tmpdir(), 'rihla-bench-start-'));
const seconds: number[] = [];
try {
  for (let run = 0; run <= again; run += 1) {
    // A group of its own, so that the workers and the bank of the sandbox end with it.
    const server = spawn('npm', ['start'], {
      detached: true,
      stdio: 'ignore',
      // The demo day is played after the first page, and would still be when the folder is opened again.
      env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO_DAY: 'no' },
    });
    const gone = once(server, 'exit');
    try {
      seconds.push((await untilFirstPage(server)) / 1000);
      console.log(
        `${run === 0 ? 'first start in an empty folder' : `start ${run + 1} on the same folder`}: ${seconds.at(-1)!.toFixed(2)} s`,
      );
      // What a start puts off until its first page is out is done by then.
      await pause(8000);
    } finally {
      process.kill(-server.pid!, 'SIGINT');
      await gone;
    }
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
const median = seconds.slice(1).toSorted((one, other) => one - other)[Math.floor(again / 2)]!;
keepLimits([{ what: 'a later start to its first page, median', figure: median, unit: 's', most: 5 }]);
