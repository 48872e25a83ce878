import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fareFamiliesOf } from './fare-families.ts';
import { airportTaxes, readTaxes, taxFils, taxLines } from './taxes.ts';

const table = readTaxes(readFileSync('seeds/world/taxes.csv', 'utf8'));
const catalogue = (language: string) =>
  JSON.parse(readFileSync(`app/catalogues/${language}/fares.json`, 'utf8')) as {
    tax: Record<string, string>;
    family: Record<string, string>;
  };
const sum = (lines: readonly { amount: { amount: number } }[]) => lines.reduce((total, line) => total + line.amount.amount, 0);

test('leaving Dubai costs 75 + 35 + 5 + 5 dirhams, each as its own line', () => {
  const lines = taxLines(table, 'AE', [], 'OM');
  expect(lines.map((line) => [line.code, line.amount.amount])).toEqual([
    ['AE', 7500],
    ['F6', 3500],
    ['TP', 500],
    ['ZR', 500],
  ]);
});

test('the lines add up to the numbers the search uses, with changes on the way', () => {
  const lines = taxLines(table, 'PH', ['AE', 'QA'], 'SA');
  const numbers =
    taxFils(table, 'PH', 'departure', false) +
    taxFils(table, 'AE', 'transfer', false) +
    taxFils(table, 'QA', 'transfer', false) +
    taxFils(table, 'SA', 'arrival', false);
  expect(sum(lines)).toBe(numbers);
  expect(numbers).toBeGreaterThan(0);
});

test('a domestic flight pays the domestic tariff', () => {
  expect(taxFils(table, 'GB', 'departure', true)).toBeLessThan(taxFils(table, 'GB', 'departure', false));
});

test('a country without a tariff of its own pays the common one; a listed country never does', () => {
  expect(taxLines(table, 'FJ', [], 'TO').map((line) => line.code)).toEqual(['XT']);
  expect(taxFils(table, 'LK', 'departure', true)).toBe(0);
});

test('the arrays by airport hold the same amounts', () => {
  const taxes = airportTaxes(table, ['AE', 'GB', 'FJ'], false);
  expect([...taxes.departure]).toEqual(['AE', 'GB', 'FJ'].map((country) => taxFils(table, country, 'departure', false)));
  expect(taxes.arrival[0]).toBe(500);
});

test.each(['en', 'ar', 'tl', 'es', 'pt'])('every tax and fare family has a name in %s', (language) => {
  const { tax, family } = catalogue(language);
  expect(table.nameKeys.length).toBeGreaterThan(10);
  expect(table.nameKeys.filter((key) => !tax[key.replace('fares:tax.', '')])).toEqual([]);
  const families = fareFamiliesOf('full', 'AE', 'economy', false).map(({ nameKey }) => nameKey.replace('fares:family.', ''));
  expect(families.filter((key) => !family[key])).toEqual([]);
});
