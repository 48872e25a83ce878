import { expect, it, vi } from 'vitest';
import { openPageCache } from './page-cache.ts';

const page = (nonce: string) => async () =>
  new Response(`<script nonce="${nonce}"></script>`, { headers: { 'Content-Type': 'text/html' } });

it('renders once and serves each visitor a nonce of their own', async () => {
  const cache = openPageCache({ most: 2, lifetimeMs: 1000, now: () => 0 });
  const render = vi.fn(page('first'));
  expect(await (await cache.serve('home', 'first', null, render)).text()).toBe('<script nonce="first"></script>');
  expect(await (await cache.serve('home', 'second', null, render)).text()).toBe('<script nonce="second"></script>');
  expect(render).toHaveBeenCalledTimes(1);
});

it('lets requests that arrive together wait for one rendering', async () => {
  const cache = openPageCache({ most: 2, lifetimeMs: 1000, now: () => 0 });
  const render = vi.fn(page('a'));
  const answers = await Promise.all([
    cache.serve('home', 'a', null, render),
    cache.serve('home', 'b', null, render),
    cache.serve('home', 'c', null, render),
  ]);
  expect(render).toHaveBeenCalledTimes(1);
  expect(await answers[2].text()).toContain('nonce="c"');
});

it('answers 304 to a copy that is still true, and renders again when its time is over', async () => {
  let now = 0;
  const cache = openPageCache({ most: 2, lifetimeMs: 1000, now: () => now });
  const render = vi.fn(page('n'));
  const etag = (await cache.serve('home', 'n', null, render)).headers.get('etag');
  expect((await cache.serve('home', 'm', etag, render)).status).toBe(304);
  now = 1001;
  await cache.serve('home', 'n', null, render);
  expect(render).toHaveBeenCalledTimes(2);
});

it('never keeps a fault or an answer that sets a cookie', async () => {
  const cache = openPageCache({ most: 2, lifetimeMs: 1000, now: () => 0 });
  const fault = vi.fn(async () => new Response('no', { status: 500, headers: { 'Content-Type': 'text/html' } }));
  await cache.serve('home', 'n', null, fault);
  await cache.serve('home', 'n', null, fault);
  expect(fault).toHaveBeenCalledTimes(2);
  const personal = vi.fn(async () => new Response('hello', { headers: { 'Content-Type': 'text/html', 'Set-Cookie': 'a=b' } }));
  await cache.serve('me', 'n', null, personal);
  await cache.serve('me', 'n', null, personal);
  expect(personal).toHaveBeenCalledTimes(2);
});

it('keeps no more pages than it was told', async () => {
  const cache = openPageCache({ most: 1, lifetimeMs: 1000, now: () => 0 });
  const first = vi.fn(page('n'));
  await cache.serve('one', 'n', null, first);
  await cache.serve('two', 'n', null, page('n'));
  await cache.serve('one', 'n', null, first);
  expect(first).toHaveBeenCalledTimes(2);
});
