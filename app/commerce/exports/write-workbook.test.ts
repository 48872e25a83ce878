import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { csvLine } from '#app/values/csv.ts';
import { readWorkbook } from '#tests/support/workbook.ts';
import { workbookOf } from './write-workbook.server.ts';

const at = new Date('2026-11-23T08:00:00Z');
const bytesOf = async (stream: ReadableStream<Uint8Array>) => new Uint8Array(await new Response(stream).arrayBuffer());

/** A table in pieces of so many bytes, so that they end within cells and within letters. */
function tableOf(rows: readonly (readonly string[])[], size = 7): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(`\uFEFF${rows.map((row) => `${csvLine(row)}\r\n`).join('')}`);
  let from = 0;
  return new ReadableStream({
    pull(controller) {
      if (from >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(from, from + size));
      from += size;
    },
  });
}
const bookOf = async (rows: readonly (readonly string[])[], fromRight = false) =>
  readWorkbook(await bytesOf(workbookOf(tableOf(rows), { name: 'invoices', fromRight, at })));
const only = async (column: string, cell: string) => (await bookOf([[column], [cell]])).rows[1]![0]!;

it('has its head in bold, which stays, columns as wide as what is in them, and reads from the left', async () => {
  const book = await bookOf([
    ['number', 'gross_aed'],
    ['INV-2026-0000001, of which there is more to say than its head has room for, and then some', '10.00'],
  ]);
  expect(book).toMatchObject({ sheet: 'invoices', fromRight: false, frozenRows: 1, formulas: 0 });
  expect(book.rows[0]!.map(({ value, bold }) => [value, bold])).toEqual([
    ['number', true],
    ['gross_aed', true],
  ]);
  expect(book.rows[1]!.every(({ bold }) => !bold)).toBe(true);
  expect(book.widths).toEqual([60, 11]);
});

it('reads from the right for whoever does', async () => {
  expect((await bookOf([['number']], true)).fromRight).toBe(true);
});

describe('cells', () => {
  it.each([
    ['gross_aed', '1234.50', 1234.5, '#,##0.00'],
    ['amount', '-12.345', -12.345, '#,##0.000'],
    ['seats', '0', 0, '#,##0'],
    ['due_on', '2026-11-23', 46_349, 'yyyy\\-mm\\-dd'],
    ['asked_utc', '2026-11-23T12:00:00.000Z', 46_349.5, 'yyyy\\-mm\\-dd\\ hh:mm'],
    ['departs_local', '2026-11-23T06:00', 46_349.25, 'yyyy\\-mm\\-dd\\ hh:mm'],
  ])('of %s are no text: %s', async (column, cell, value, format) => {
    expect(await only(column, cell)).toMatchObject({ value, format });
  });

  it.each([
    ['order', '123456'],
    ['name', '12'],
    ['words', '2026-11-23'],
    ['phone', '0501234567'],
    // A zero in front, more digits than a spreadsheet keeps, a day that is none, and an hour elsewhere.
    ['amount', '007'],
    ['amount', '1234567890123456'],
    ['due_on', '2026-02-30'],
    ['asked_utc', '2026-11-23T12:00:00+04:00'],
    ['amount', '100.00 AED + 20.00 EUR'],
  ])('of %s are text: %s', async (column, cell) => {
    expect(await only(column, cell)).toEqual({ value: cell, format: '@', bold: false, quoted: false });
  });

  it.each(['=1+1', '+971501234567', '-cmd', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '＝1', '"=1+1', "'=1"])(
    'that begin like a formula are text and stay it: %j',
    async (cell) => {
      for (const column of ['words', 'amount'])
        expect(await only(column, cell)).toMatchObject({ value: cell.replace(/^'/, ''), format: '@', quoted: !cell.startsWith('"') });
    },
  );

  it.each(['two\nlines', 'two\r\nlines', 'a,b;c', 'say "yes"', '<b>&amp;', '_x0041_', 'a\u0001b', 'ليلى، حداد', '🛫', ' spaced '])(
    'say what was typed: %j',
    async (cell) => {
      expect((await only('words', cell)).value).toBe(cell);
    },
  );

  it('are cut where a spreadsheet has no room, and half a sign is none', async () => {
    const { value } = await only('words', 'x'.repeat(40_000));
    expect(value).toHaveLength(32_767);
    expect(String(value).endsWith('…')).toBe(true);
    expect((await only('words', 'a\ud800b')).value).toBe('a\ufffdb');
  });
});

it('has every row of a long table in its order', async () => {
  const rows = Array.from({ length: 5_000 }, (_, row) => [`row ${row}`, String(row)]);
  const book = await bookOf([['name', 'seats'], ...rows]);
  expect(book.rows.slice(1).map(([name, seats]) => [name!.value, String(seats!.value)])).toEqual(rows);
});

it('breaks off where its table does, and never looks whole', async () => {
  const broken = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode('number,amount\r\nINV'));
      controller.error(new Error('a piece is not there'));
    },
  });
  await expect(bytesOf(workbookOf(broken, { name: 'x', fromRight: false, at }))).rejects.toThrow('a piece is not there');
  const half = tableOf([['number', 'amount']], 9);
  const cut = half.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({ flush: (controller) => controller.enqueue(new TextEncoder().encode('INV')) }),
  );
  await expect(bytesOf(workbookOf(cut, { name: 'x', fromRight: false, at }))).rejects.toThrow('within a line');
});

it('asks for no more of its table than it is asked for, and lets it go when whoever takes it goes', async () => {
  let pulled = 0;
  let gone = false;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1;
      // Noise, so that it does not pack to nothing.
      const line = () => csvLine([randomBytes(96).toString('base64'), '1']);
      controller.enqueue(
        new TextEncoder().encode(pulled === 1 ? 'name,seats\r\n' : `${Array.from({ length: 500 }, line).join('\r\n')}\r\n`),
      );
    },
    cancel() {
      gone = true;
    },
  });
  const reader = workbookOf(endless, { name: 'x', fromRight: false, at }).getReader();
  for (let part = 0; part < 20; part += 1) await reader.read();
  expect(pulled).toBeLessThan(100);
  await reader.cancel();
  expect(gone).toBe(true);
});
