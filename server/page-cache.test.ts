import { expect, it, vi } from 'vitest';
import { openPageCache, type PageCacheOptions } from './page-cache.ts';

const open = (more: Partial<PageCacheOptions> = {}) =>
  openPageCache({ most: 2, mostLength: 10_000, lifetimeMs: 1000, cacheControl: 'private', now: () => 0, ...more });

const html = (body: string, more: ResponseInit = {}) =>
  new Response(body, { ...more, headers: { 'Content-Type': 'text/html', 'Content-Length': String(body.length), ...more.headers } });
const page = (nonce: string) => async () => html(`<script nonce="${nonce}"></script>`);

it('renders once and serves each visitor a nonce of their own', async () => {
  const cache = open();
  const render = vi.fn(page('first'));
  expect(await (await cache.serve('home', 'first', null, render)).text()).toBe('<script nonce="first"></script>');
  expect(await (await cache.serve('home', 'second', null, render)).text()).toBe('<script nonce="second"></script>');
  expect(render).toHaveBeenCalledTimes(1);
});

it('lets requests that arrive together wait for one rendering', async () => {
  const cache = open();
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
  const cache = open({ now: () => now });
  const render = vi.fn(page('n'));
  const etag = (await cache.serve('home', 'n', null, render)).headers.get('etag');
  expect((await cache.serve('home', 'm', etag, render)).status).toBe(304);
  now = 1001;
  await cache.serve('home', 'n', null, render);
  expect(render).toHaveBeenCalledTimes(2);
});

it('never keeps a fault or an answer that sets a cookie', async () => {
  const cache = open();
  const fault = vi.fn(async () => html('no', { status: 500 }));
  await cache.serve('home', 'n', null, fault);
  await cache.serve('home', 'n', null, fault);
  expect(fault).toHaveBeenCalledTimes(2);
  const personal = vi.fn(async () => html('hello', { headers: { 'Set-Cookie': 'a=b' } }));
  await cache.serve('me', 'n', null, personal);
  await cache.serve('me', 'n', null, personal);
  expect(personal).toHaveBeenCalledTimes(2);
});

it('keeps no more pages than it was told', async () => {
  const cache = open({ most: 1 });
  const first = vi.fn(page('n'));
  await cache.serve('one', 'n', null, first);
  await cache.serve('two', 'n', null, page('n'));
  await cache.serve('one', 'n', null, first);
  expect(first).toHaveBeenCalledTimes(2);
});

it('keeps no more text than it was told, however long a page is', async () => {
  const cache = open({ most: 100, mostLength: 100 });
  const long = (letter: string) => vi.fn(async () => html(letter.repeat(60)));
  const [first, second, third] = [long('a'), long('b'), long('c')];
  await cache.serve('one', 'n', null, first);
  await cache.serve('two', 'n', null, second);
  expect(await (await cache.serve('two', 'n', null, second)).text()).toBe('b'.repeat(60));
  expect(second).toHaveBeenCalledTimes(1);
  await cache.serve('one', 'n', null, first);
  expect(first).toHaveBeenCalledTimes(2);
  await cache.serve('huge', 'n', null, async () => html('d'.repeat(200)));
  await cache.serve('three', 'n', null, third);
  await cache.serve('three', 'n', null, third);
  expect(third).toHaveBeenCalledTimes(1);
});

it('passes a page on that is still being made, and does not wait for its end', async () => {
  const cache = open();
  const never = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('shell')) });
  const render = vi.fn(async () => new Response(never, { headers: { 'Content-Type': 'text/html' } }));
  const answer = await cache.serve('slow', 'n', null, render);
  expect(new TextDecoder().decode((await answer.body!.getReader().read()).value)).toBe('shell');
});
