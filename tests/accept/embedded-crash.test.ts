import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '#app/platform/database.server.ts';

/*
 * The embedded database under a process that is killed in the middle of its writing: what it had acknowledged is there
 * after every one of fifty deaths. A power cut is another matter, and the banner says so.
 */
const cycles = Number(process.env['CYCLES'] ?? 50);
const folder = mkdtempSync(join(tmpdir(), 'rihla-embedded-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const script = join(folder, 'writer.ts');
const module = new URL('../../app/platform/database.server.ts', import.meta.url).href;
writeFileSync(
  script,
  `import { sql } from ${JSON.stringify(new URL('../../node_modules/drizzle-orm/index.js', import.meta.url).href)};
import { openDatabase } from ${JSON.stringify(module)};
const database = await openDatabase({ dataDir: process.argv[2] });
await database.db.execute(sql\`create table if not exists told (n bigserial primary key, words text not null)\`);
console.log('open');
for (;;) {
  const made = await database.db.execute(sql\`insert into told (words) values (repeat('x', 2000)) returning n\`);
  console.log(String(made.rows[0].n));
}`,
);

/** Writes until it has acknowledged so many rows, or so many milliseconds have gone by; then dies. The last number it told. */
async function writeAndDie(dataDir: string, rows: number, afterMs?: number): Promise<number> {
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'pipe'], cwd: process.cwd() });
  let last = 0;
  let told = 0;
  const faults: string[] = [];
  child.stderr.on('data', (words) => faults.push(String(words)));
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line === 'open') return;
    last = Number(line);
    told += 1;
    if (told === rows) child.kill('SIGKILL');
  });
  if (afterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), afterMs);
  await new Promise((resolve) => child.once('exit', resolve));
  if (child.signalCode !== 'SIGKILL') throw new Error(`The writer ended by itself: ${faults.join('')}`);
  return last;
}

it(`keeps every acknowledged row through ${cycles} deaths`, async () => {
  const dataDir = join(folder, 'rows');
  let acknowledged = 0;
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const last = await writeAndDie(dataDir, 3 + (cycle % 5));
    expect(last).toBeGreaterThan(acknowledged);
    acknowledged = last;
  }
  const database = await openDatabase({ dataDir });
  const { rows } = (await database.db.execute(
    sql`select count(*)::int as rows, max(n)::int as last, min(length(words)) as least from told`,
  )) as unknown as {
    rows: { rows: number; last: number; least: number }[];
  };
  await database.close();
  expect(rows[0]!.last).toBeGreaterThanOrEqual(acknowledged);
  expect(rows[0]!.least).toBe(2000);
}, 900_000);

it('is whole after a death in the middle of being made', async () => {
  for (const ms of [300, 700, 1_200, 2_000]) {
    const dataDir = join(folder, `made-${ms}`);
    await writeAndDie(dataDir, 1, ms);
    expect(await writeAndDie(dataDir, 2)).toBeGreaterThan(0);
    expect(readdirSync(dataDir).some((name) => name.endsWith('.making'))).toBe(false);
    expect(existsSync(join(dataDir, 'database', 'PG_VERSION'))).toBe(true);
  }
}, 300_000);

it('is opened by one process only', async () => {
  const dataDir = join(folder, 'rows');
  const database = await openDatabase({ dataDir });
  const second = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'ignore', 'pipe'], cwd: process.cwd() });
  let words = '';
  second.stderr.on('data', (some) => (words += String(some)));
  await new Promise((resolve) => second.once('exit', resolve));
  await database.close();
  expect(second.exitCode).not.toBe(0);
  expect(words).toContain('is in use by process');
}, 120_000);
