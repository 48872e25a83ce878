import { expect, it } from 'vitest';
import { csvLine } from './csv-line.ts';

it('quotes commas, quotes and line breaks', () => {
  expect(csvLine(['a,b', 'say "yes"', 'two\nlines', 'plain'])).toBe('"a,b","say ""yes""","two\nlines",plain');
});

it.each(['=1+1', '+971501234567', '-cmd', '@SUM(A1)', '\t=1', '\r=1'])('does not let a spreadsheet run %j', (value) => {
  expect(csvLine([value]).replace(/^"/, '')).toMatch(/^'/);
});

it.each(['-12.50', '0', '5930.82', '2026-12-05T08:20'])('leaves %s as it is', (value) => {
  expect(csvLine([value])).toBe(value);
});
