import { expect, it } from 'vitest';
import { openTestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { longestBeginning, partsOf } from './answer-by-part.ts';

const app = await openTestApp(await openTestPlatform());

it.each([
  ['/', ['']],
  ['/_.data', ['']],
  ['/flight-search-results', ['flight-search-results']],
  ['/flight-search-results.data', ['flight-search-results']],
  ['/flights/', ['flights']],
  ['/Admin/Orders/flights', ['admin', 'orders', 'flights']],
  ['/blog/a-post.data', ['blog', 'a-post']],
])('%s has the parts %j', (pathname, parts) => expect(partsOf(pathname)).toEqual(parts));

it('knows an address by as many of its first parts as some route says', () => {
  const beginnings = new Set(['', 'flights', 'admin', 'admin/orders', 'admin/orders/flights']);
  const begins = (pathname: string) => longestBeginning(pathname, beginnings);
  expect(begins('/')).toBe('');
  expect(begins('/admin/orders/flights/AAAAA-AAAAA/papers')).toBe('admin/orders/flights');
  expect(begins('/admin/orders/evisa')).toBe('admin/orders');
  expect(begins('/admin/there-is-nothing')).toBe('admin');
  expect(begins('/there-is-nothing')).toBeNull();
});

it('answers every kind of address as the whole table does', async () => {
  const status = async (path: string) => (await app.send(path)).status;
  expect(await status('/flights')).toBe(200);
  expect(await status('/FLIGHTS')).toBe(200);
  expect(await status('/flights/')).toBe(200);
  expect(await status('/flights.data')).toBe(200);
  expect(await status('/_.data')).toBe(200);
  expect(await status('/flights/there-is-nothing')).toBe(404);
  expect(await status('/there-is-nothing')).toBe(404);
  expect(await status('/admin/there-is-nothing')).toBe(404);
  expect(await status('/admin/orders/flights/there/is/nothing')).toBe(404);
  const version = /manifest-(\w+)\.js/.exec(await (await app.send('/flights')).text())![1]!;
  const discovered = await (await app.send(`/__manifest?paths=%2Fholidays&version=${version}`)).text();
  expect(discovered).toContain('holidays');
});
