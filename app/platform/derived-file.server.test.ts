import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { derived } from './derived-file.server.ts';

const home = mkdtempSync(join(tmpdir(), 'rihla-derived-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

let folder: string;
let made: number;
beforeEach(() => {
  folder = mkdtempSync(join(home, 'of-'));
  made = 0;
});

const aWorld = () => ({ rows: Uint16Array.of(7, 65_535), names: new Map([['DXB', { city: 'دبي' }]]), weekly: 12.5, none: null });
const open = (sources: string[] = ['a', 'b'], program = 'one', at = folder) =>
  derived({ folder: at, program }, 'world', sources, async () => {
    made += 1;
    return aWorld();
  });
const keptFiles = () => readdirSync(folder).map((name) => join(folder, name));

it('is made once for a program and its sources, and read after that as it was made', async () => {
  expect(await open()).toEqual(aWorld());
  expect(await open()).toEqual(aWorld());
  expect(made).toBe(1);
  expect(keptFiles()).toHaveLength(1);
});

it('is made anew for another program and for other sources, however they are cut, and what is out of date goes', async () => {
  await open();
  await open(['a', 'b'], 'two');
  await open(['a', 'c'], 'two');
  await open(['ac'], 'two');
  await open(['a', 'c', ''], 'two');
  expect(made).toBe(5);
  expect(keptFiles()).toHaveLength(1);
});

it.each([
  ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 3)],
  ['empty', () => Buffer.alloc(0)],
  ['changed by a bit', (bytes: Buffer) => (bytes.writeUInt8(bytes.readUInt8(bytes.length - 9) ^ 1, bytes.length - 9), bytes)],
  ['something else', () => Buffer.from('{"rows":[1]}')],
])('is never read from a file that is %s: it is made anew, and the file mended', async (_, damage) => {
  await open();
  const [file] = keptFiles();
  writeFileSync(file!, damage(readFileSync(file!)));
  expect(await open()).toEqual(aWorld());
  expect(made).toBe(2);
  expect(await open()).toEqual(aWorld());
  expect(made).toBe(2);
});

it('is made at each start where no file can be written', async () => {
  const file = join(folder, 'not-a-folder');
  writeFileSync(file, '');
  expect(await open(['a'], 'one', join(file, 'kept'))).toEqual(aWorld());
  expect(await open(['a'], 'one', join(file, 'kept'))).toEqual(aWorld());
  expect(made).toBe(2);
});
