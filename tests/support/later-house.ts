import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

const root = join(import.meta.dirname, '..', '..');
const dayMs = 86_400_000;
/** Noon in Dubai, milliseconds after midnight UTC: no letter waits for the morning then. */
const noonMs = 8 * 3_600_000;

/**
 * A demo server of one's own whose days go by between two starts on the same data: what was booked before is over
 * afterwards. The bank stays in the present, so whatever is paid is paid before.
 */
export class LaterHouse {
  readonly base: string;
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'rihla-later-'));
  #server: ChildProcess | null = null;

  private constructor(base: string) {
    this.base = base;
  }

  static async open(): Promise<LaterHouse> {
    const house = new LaterHouse(`http://localhost:${await freePort()}`);
    await house.#start(0);
    return house;
  }

  async #start(aheadMs: number): Promise<void> {
    const env = {
      ...process.env,
      NODE_ENV: undefined,
      PORT: new URL(this.base).port,
      DATA_DIR: this.#dataDir,
      LOG_LEVEL: 'warn',
      CLOCK_OFFSET_MS: String(aheadMs),
    };
    const script = join(root, 'tests', 'support', 'later-server.mjs');
    this.#server = spawn(process.execPath, [script], { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const [said] = (await Promise.race([once(this.#server, 'message'), once(this.#server, 'exit')])) as unknown[];
    if (said !== 'ready') throw new Error(`The server ended before it was ready: ${String(said)}`);
  }

  async #stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server || server.exitCode !== null) return;
    const gone = once(server, 'exit');
    server.kill('SIGTERM');
    await gone;
  }

  /** Starts anew at the first noon that is so many days ahead of the machine. */
  async wait(days: number): Promise<void> {
    await this.#stop();
    await this.#start(days * dayMs + ((noonMs - (Date.now() % dayMs) + dayMs) % dayMs));
  }

  /** Does at once what the timetable does on its day. */
  strike(job: string): void {
    this.#server!.send({ strike: job });
  }

  async close(): Promise<void> {
    await this.#stop();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}
