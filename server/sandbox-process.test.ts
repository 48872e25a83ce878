import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { startSandbox, type SandboxProcess } from './sandbox-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'rihla-bank-process-'));
const running: SandboxProcess[] = [];
afterAll(async () => {
  for (const one of running) await one.stop();
  rmSync(folder, { recursive: true, force: true });
});

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const options = (journal: string) => ({
  journal: join(folder, journal),
  publicUrl: 'http://localhost:3999/sandbox-bank',
  webhookUrl: 'http://127.0.0.1:9/webhooks/payments',
  webhookSecret: 'a secret of sixteen',
  onTrouble: () => undefined,
});
const waitLong = { timeout: 45_000, interval: 50 };

async function open(url: string, key: string) {
  const terms = {
    payment_id: key,
    reference: '7K2M9-4QX3D',
    amount: 100,
    currency: 'AED',
    language: 'ar',
    success_url: 'http://localhost:3999/payment-success',
    failure_url: 'http://localhost:3999/payment-failed',
    expires_at: 4_000_000_000_000,
  };
  const response = await fetch(`${url}/v1/payments`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(terms),
  });
  return (await response.json()) as { id: string; url: string; status: string };
}

describe('the sandbox bank as a child', () => {
  it('is started again on its port when it is killed, and remembers everything it said', async () => {
    const sandbox = await startSandbox(options('killed.jsonl'));
    running.push(sandbox);
    const payment = await open(sandbox.url, 'one');
    expect(payment.url).toBe(`http://localhost:3999/sandbox-bank/pay/${payment.id}`);
    const before = sandbox.pid()!;
    process.kill(before, 'SIGKILL');
    await expect
      .poll(
        () =>
          fetch(`${sandbox.url}/v1/payments/${payment.id}`).then(
            (response) => response.json(),
            () => null,
          ),
        waitLong,
      )
      .toMatchObject({ id: payment.id, status: 'requires_payment_method' });
    expect(sandbox.pid()).not.toBe(before);
    expect((await open(sandbox.url, 'one')).id).toBe(payment.id);
  });

  it('throws away a line that a crash cut off, and keeps the ones before', async () => {
    const journal = options('torn.jsonl');
    const first = await startSandbox(journal);
    const payment = await open(first.url, 'one');
    await first.stop();
    const whole = readFileSync(journal.journal, 'utf8');
    writeFileSync(journal.journal, `${whole}{"seq":2,"at":1,"type":"payment.auth`);
    const second = await startSandbox(journal);
    running.push(second);
    expect(await (await fetch(`${second.url}/v1/payments/${payment.id}`)).json()).toMatchObject({ status: 'requires_payment_method' });
    await open(second.url, 'two');
    expect(
      readFileSync(journal.journal, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { seq: number }).seq),
    ).toEqual([1, 2]);
  });

  it('refuses a journal that another bank is writing', async () => {
    const sandbox = await startSandbox(options('shared.jsonl'));
    running.push(sandbox);
    await expect(startSandbox(options('shared.jsonl'))).rejects.toThrow('before it was ready');
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)('is gone when its parent gets %s', async (signal) => {
    const file = join(process.cwd(), 'server/sandbox-process.ts');
    const code = `const { startSandbox } = await import(${JSON.stringify(file)}); const sandbox = await startSandbox({ ...${JSON.stringify(options(`${signal}.jsonl`))}, onTrouble: () => undefined }); console.log(sandbox.pid()); setInterval(() => undefined, 1000);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
    const pid = await new Promise<number>((resume) => createInterface({ input: parent.stdout }).on('line', (line) => resume(Number(line))));
    expect(isAlive(pid)).toBe(true);
    parent.kill(signal);
    await expect.poll(() => isAlive(pid), waitLong).toBe(false);
  });
});
