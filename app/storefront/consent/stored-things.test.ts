import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { storedThings } from './stored-things.ts';

/** Names that code gives to storage: literals and the constants that hold them. */
function keysIn(source: string): string[] {
  const direct = [...source.matchAll(/(?:local|session)Storage\.(?:get|set|remove)Item\(\s*'([^']+)'/g)].map((match) => match[1]!);
  if (!/(?:local|session)Storage|cookieLine\(|Path=\//.test(source)) return direct;
  return [
    ...direct,
    ...[...source.matchAll(/'(rihla-[\w-]+|flightBooking|flightSearches|language|selectedCurrency|exchangeRates\w*)'/g)].map(
      (match) => match[1]!,
    ),
  ];
}

it('names every key that the code stores in a browser', () => {
  const listed = new Set(storedThings.map((thing) => thing.name));
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('.test.'),
  );
  const missing = files.flatMap((name) =>
    keysIn(readFileSync(join('app', name), 'utf8'))
      .filter((key) => !listed.has(key))
      .map((key) => `${key} in ${name}`),
  );
  expect(missing).toEqual([]);
});
