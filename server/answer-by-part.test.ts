import { expect, it } from 'vitest';
import { openTestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { firstPartOf } from './answer-by-part.ts';

const app = await openTestApp(await openTestPlatform());

it.each([
  ['/', ''],
  ['/_.data', ''],
  ['/flight-search-results', 'flight-search-results'],
  ['/flight-search-results.data', 'flight-search-results'],
  ['/Admin/Orders/flights', 'admin'],
  ['/blog/a-post.data', 'blog'],
])('%s begins with %j', (pathname, part) => expect(firstPartOf(pathname)).toBe(part));

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
  const version = /manifest-(\w+)\.js/.exec(await (await app.send('/flights')).text())![1]!;
  const discovered = await (await app.send(`/__manifest?paths=%2Fholidays&version=${version}`)).text();
  expect(discovered).toContain('holidays');
});
