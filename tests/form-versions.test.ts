import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** A number that a form names without a look at it: a database takes neither `NaN` nor `1.5` nor eleven digits for a version. */
const unlooked = /\bNumber\((?:form\.get|text|field|line)\('version'[^)]*\)/;

it('reads the version that a form was made from with plainVersion, which answers -1 for what is none', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name));
  expect(files.length).toBeGreaterThan(1000);
  const careless = files.filter((name) =>
    readFileSync(`app/${name}`, 'utf8')
      .split('\n')
      .some((line) => unlooked.test(line) && !line.includes('.test(')),
  );
  expect(careless).toEqual([]);
});
