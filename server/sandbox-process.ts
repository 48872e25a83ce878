import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface SandboxProcess {
  /** Where its API listens, on this machine only. */
  readonly url: string;
  /** The process that is running now. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

export interface SandboxProcessOptions {
  readonly journal: string;
  /** What travellers see before `/pay/...`. */
  readonly publicUrl: string;
  readonly webhookUrl: string;
  readonly webhookSecret: string;
  readonly onTrouble: (words: string) => void;
}

/** A machine that starts several processes at once takes its time; one that will never be ready is told apart by the end of it. */
const startWithinMs = 60_000;
const longestPauseMs = 5_000;

/**
 * Runs the pretend bank as a child process: on a free port that it keeps when it is restarted, restarted when it dies,
 * gone when we are. It sees none of our environment but what it needs.
 */
export async function startSandbox(options: SandboxProcessOptions): Promise<SandboxProcess> {
  let child: ChildProcess | undefined;
  let port = 0;
  let failures = 0;
  let stopping = false;

  function launch(): Promise<string> {
    return new Promise((listening, failed) => {
      const started = spawn(process.execPath, [join(process.cwd(), 'sandbox/main.ts')], {
        // Its end of standard input closes however this process ends, and then it stops too.
        stdio: ['pipe', 'pipe', 'inherit'],
        env: {
          PATH: process.env['PATH'],
          // Its code is kept as compiled beside ours.
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          PORT: String(port),
          SANDBOX_PARENT: 'true',
          SANDBOX_JOURNAL: options.journal,
          SANDBOX_PUBLIC_URL: options.publicUrl,
          WEBHOOK_URL: options.webhookUrl,
          WEBHOOK_SECRET: options.webhookSecret,
        },
      });
      child = started;
      const patience = setTimeout(() => started.kill('SIGKILL'), startWithinMs);
      createInterface({ input: started.stdout! }).on('line', (line) => {
        if (!line.startsWith('{"sandbox":')) return;
        clearTimeout(patience);
        const { sandbox } = JSON.parse(line) as { sandbox: string };
        port = Number(new URL(sandbox).port);
        failures = 0;
        listening(sandbox);
      });
      started.on('error', failed);
      started.on('exit', (code, signal) => {
        clearTimeout(patience);
        failed(new Error(`The sandbox bank ended with ${code ?? signal} before it was ready.`));
        if (stopping || port === 0) return;
        options.onTrouble(`sandbox bank ended with ${code ?? signal}; starting it again`);
        failures += 1;
        setTimeout(() => void (stopping || launch().catch(() => undefined)), Math.min(200 * 2 ** failures, longestPauseMs)).unref();
      });
      started.unref();
    });
  }

  const url = await launch();
  return {
    url,
    pid: () => child?.pid,
    async stop() {
      stopping = true;
      const last = child;
      if (!last || last.exitCode !== null || last.signalCode !== null) return;
      const ended = new Promise((resume) => last.once('exit', resume));
      last.stdin?.end();
      await ended;
    },
  };
}
