import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';

/** How a form says that whoever asked, wrote or gains may not be the one who agrees. */
const refusals = /refuse\('(second-person|same-person|own(?:-(?!words|factor)[a-z]+)?)'\)/g;

const sources = globSync('app/**/*.ts').filter((file) => !file.includes('.test.'));
const tests = globSync('{app,tests}/**/*.test.{ts,tsx}')
  .filter((file) => basename(file) !== 'second-person.test.ts')
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const area = (file: string) => file.split('/').slice(0, 3).join('/');

it('is proved of everything that needs a second person: a test beside it sees the first one refused', () => {
  const asked = sources.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(refusals)].map((match) => ({ file, word: match[1]! })));
  expect(asked.length).toBeGreaterThan(30);
  const unproved = asked.filter(
    ({ file, word }) =>
      // By the module itself, or pressed on its page by a test of the same area.
      !tests.some(
        (one) =>
          new RegExp(`refused(?:=|: )'?${word}\\b`).test(one.text) &&
          (one.text.includes(basename(file)) || one.file.startsWith(`${area(file)}/`)),
      ),
  );
  expect(unproved).toEqual([]);
});
