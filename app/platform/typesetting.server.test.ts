import { expect, it } from 'vitest';
import { typeset, TypesettingBusy } from './typesetting.server.ts';

const word = '#set document(date: none)\n#json(bytes(sys.inputs.data)).word';
const isPdf = (paper: Buffer) => paper.subarray(0, 5).toString() === '%PDF-';

it('leaves the process to others while a document is set', async () => {
  let turns = 0;
  let set = false;
  const turn = () => {
    turns += 1;
    if (!set) setImmediate(turn);
  };
  setImmediate(turn);
  await typeset('#set document(date: none)\n#for n in range(2000) [#n ]', {});
  set = true;
  expect(turns).toBeGreaterThan(10);
});

it('gives everybody the document they asked for, however many ask at once', async () => {
  const words = Array.from({ length: 30 }, (_, index) => `word ${'x'.repeat(index)}`);
  const alone: Buffer[] = [];
  for (const each of words) alone.push(await typeset(word, { word: each }));
  const together = await Promise.all(words.map((each) => typeset(word, { word: each })));
  expect(together.every(isPdf)).toBe(true);
  expect(new Set(alone.map(String)).size).toBe(30);
  expect(together.map(String)).toEqual(alone.map(String));
});

it('says where a template does not fit its data, and sets the next document', async () => {
  await expect(typeset(word, { other: 'key' })).rejects.toThrow(/could not be set.*dictionary does not contain key/);
  expect(isPdf(await typeset(word, { word: 'again' }))).toBe(true);
});

it('refuses what could not be set in time, and goes on with what waits', async () => {
  const asked = Array.from({ length: 420 }, () => typeset(word, { word: 'one' }).catch((fault: unknown) => fault));
  const said = await Promise.all(asked);
  const busy = said.filter((each) => each instanceof TypesettingBusy).length;
  expect(busy).toBe(19);
  expect(said.filter((each) => Buffer.isBuffer(each) && isPdf(each)).length).toBe(401);
  expect(isPdf(await typeset(word, { word: 'after' }))).toBe(true);
});
