import { expect, it } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

it.each([
  ['Dubai', 'Dubai'],
  ['Dubai, "DXB"', '"Dubai, ""DXB"""'],
  ['-5', "'-5"],
  ['a\0b', 'ab'],
  ['two\nlines', '"two\nlines"'],
  ['Anne-Marie', 'Anne-Marie'],
])('writes the cell %j as %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

it('quotes commas, quotes and line breaks of a line', () => {
  expect(csvLine(['a,b', 'say "yes"', 'two\nlines', 'plain'])).toBe('"a,b","say ""yes""","two\nlines",plain');
});

it.each([
  '=1+1',
  '+971501234567',
  '-cmd',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '\u00a0=1',
  '\u200b=1',
  '\0=1',
  '＝1',
  '＋1',
  '－1',
  '＠SUM(A1)',
])('does not let a spreadsheet run %j', (value) => {
  for (const written of [csvCell(value), csvLine([value])]) expect(written.replace(/^"/, '')).toMatch(/^'/);
});

it.each(['-12.50', '0', '5930.82', '2026-12-05T08:20'])('leaves %s in a line as it is', (value) => {
  expect(csvLine([value])).toBe(value);
});
