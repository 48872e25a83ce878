import { beforeAll, expect, it } from 'vitest';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { dayMs } from '#app/values/dates.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { mostInFile, rowsOfPiece } from './export-status.ts';
import { listExportsOf } from './exports-store.server.ts';
import { askForExport, endExports, takeExport, workOnExports, type ExportWriter } from './write-exports.server.ts';

/* A file of more rows than are held in memory at once: it is kept in pieces, and leaves as one. */

const platform = await openDemoPlatform();
const owner = (await findAccountByEmail(platform.db, 'admin@rihla.example'))!.id;
/** As many lines as the address says, two thousand at a time. */
const counted: ExportWriter = {
  action: 'counted.exported',
  subject: 'counted:list',
  head: ['line'],
  told: () => ({}),
  async *pages(_platform, _viewer, { query }) {
    const lines = Number(query.get('lines'));
    for (let first = 0; first < lines; first += 2_000)
      yield Array.from({ length: Math.min(2_000, lines - first) }, (_, at) => [String(first + at)]);
  },
};

const seen: (number | null)[] = [];
/** The same; before each page it looks at what the list of files says of its own. */
const watched: ExportWriter = {
  ...counted,
  async *pages(...asked) {
    for await (const page of counted.pages(...asked)) {
      seen.push((await listExportsOf(platform.db, owner))[0]!.rows);
      yield page;
    }
  },
};

beforeAll(() => workOnExports(platform, { 'vat-return': counted, customers: watched }));

async function write(query: string) {
  await askForExport(platform, { list: 'vat-return', query, language: 'en', userId: owner, requestId: 'test' });
  await platform.jobs.drain();
  platform.clock.advance(1_000);
  return (await listExportsOf(platform.db, owner))[0]!;
}
const piece = (id: string, number: number) => platform.files.find(number === 0 ? `export-${id}.bin` : `export-${id}-${number}.bin`);
const pieces = async (id: string) => (await Promise.all([0, 1, 2, 3].map((number) => piece(id, number)))).map((one) => one !== null);

it('is taken whole and in its order, under the period that it is of, and is gone with every piece', async () => {
  const lines = 2 * rowsOfPiece + 1;
  const file = await write(`lines=${lines}&period=2026-Q4`);
  expect(file).toMatchObject({ status: 'ready', rows: lines, pieces: 3 });
  expect(await pieces(file.id)).toEqual([true, true, true, false]);
  const taken = (await takeExport(platform, file, 'test'))!;
  expect(taken.name).toBe('vat-return-2026-Q4');
  const text = (await new Response(taken.body).text()).replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(text).toEqual(['line', ...Array.from({ length: lines }, (_, at) => String(at))]);

  platform.clock.advance(dayMs);
  await endExports(platform);
  expect(await pieces(file.id)).toEqual([false, false, false, false]);
});

it('says how many rows are written while it is written', async () => {
  await askForExport(platform, { list: 'customers', query: 'lines=24000', language: 'en', userId: owner, requestId: 'test' });
  await platform.jobs.drain();
  expect(seen).toEqual([...Array(5).fill(null), ...Array(5).fill(10_000), ...Array(2).fill(20_000)]);
});

it('breaks off where a piece is missing, and never looks whole', async () => {
  const file = await write(`lines=${rowsOfPiece + 1}`);
  await platform.files.remove(`export-${file.id}-1.bin`);
  const taken = (await takeExport(platform, file, 'test'))!;
  await expect(new Response(taken.body).text()).rejects.toThrow('is not there');
});

it('is refused where a spreadsheet would leave out its end, and what was written of it goes', async () => {
  const file = await write(`lines=${mostInFile + 1}`);
  expect(file).toMatchObject({ status: 'failed', reason: 'too-many', file: null });
  expect(mostInFile).toBeLessThan(1_048_576);
  platform.clock.advance(dayMs);
  await endExports(platform);
  expect(await pieces(file.id)).toEqual([false, false, false, false]);
});
