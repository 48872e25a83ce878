import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { serverEnv, serverFlags } from '../scripts/serving.mjs';

/** The production build, or another program, on a port of its own. Returns when it is ready, with the milliseconds that took. */
export async function startServer(
  port: number,
  env: Record<string, string>,
  program = 'server/main.ts',
): Promise<{ server: ChildProcess; readyMs: number }> {
  const started = performance.now();
  const server = spawn(process.execPath, [...serverFlags, program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(port), LOG_LEVEL: 'error', ...serverEnv, ...env },
  });
  for (;;) {
    if (server.exitCode !== null) throw new Error('The server ended before it was ready.');
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (ready?.ok) return { server, readyMs: performance.now() - started };
    await new Promise((resume) => setTimeout(resume, 25));
  }
}

export async function stop(server: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await gone;
}

/** Processor time of a process so far, milliseconds; 0 where the system does not tell. */
export function cpuMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}
