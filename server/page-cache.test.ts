import { gunzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { openPageCache, type PageCacheOptions, type PageVisitor } from './page-cache.ts';

const open = (more: Partial<PageCacheOptions> = {}) =>
  openPageCache({ most: 2, mostLength: 10_000, lifetimeMs: 1000, cacheControl: 'private', now: () => 0, ...more });

const by = (nonce: string, more: Partial<PageVisitor> = {}): PageVisitor => ({ nonce, ifNoneMatch: null, readsGzip: false, ...more });

const html = (body: string, more: ResponseInit = {}) =>
  new Response(body, { ...more, headers: { 'Content-Type': 'text/html', 'Content-Length': String(body.length), ...more.headers } });
const page = (nonce: string) => async () => html(`<script nonce="${nonce}"></script>`);

it('renders once and serves each visitor a nonce of their own', async () => {
  const cache = open();
  const render = vi.fn(page('first'));
  expect(await (await cache.serve('home', by('first'), render)).text()).toBe('<script nonce="first"></script>');
  expect(await (await cache.serve('home', by('second'), render)).text()).toBe('<script nonce="second"></script>');
  expect(render).toHaveBeenCalledTimes(1);
});

it('compresses a kept page once, each visitor with a nonce of their own', async () => {
  const cache = open();
  const render = vi.fn(page('plain'));
  await cache.serve('home', by('plain'), render);
  for (const nonce of ['first', 'second']) {
    const answer = await cache.serve('home', by(nonce, { readsGzip: true }), render);
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(await answer.arrayBuffer()).toString()).toBe(`<script nonce="${nonce}"></script>`);
    expect((await cache.serve('home', by(nonce, { readsGzip: true, ifNoneMatch: answer.headers.get('etag') }), render)).status).toBe(304);
  }
  expect(render).toHaveBeenCalledTimes(1);
});

it('lets requests that arrive together wait for one rendering', async () => {
  const cache = open();
  const render = vi.fn(page('a'));
  const answers = await Promise.all([
    cache.serve('home', by('a'), render),
    cache.serve('home', by('b'), render),
    cache.serve('home', by('c'), render),
  ]);
  expect(render).toHaveBeenCalledTimes(1);
  expect(await answers[2].text()).toContain('nonce="c"');
});

it('answers 304 to a copy that is still true, and renders again when its time is over', async () => {
  let now = 0;
  const cache = open({ now: () => now });
  const render = vi.fn(page('n'));
  const etag = (await cache.serve('home', by('n'), render)).headers.get('etag');
  expect((await cache.serve('home', by('m', { ifNoneMatch: etag }), render)).status).toBe(304);
  now = 1001;
  await cache.serve('home', by('n'), render);
  expect(render).toHaveBeenCalledTimes(2);
});

it('never keeps a fault or an answer that sets a cookie', async () => {
  const cache = open();
  const fault = vi.fn(async () => html('no', { status: 500 }));
  await cache.serve('home', by('n'), fault);
  await cache.serve('home', by('n'), fault);
  expect(fault).toHaveBeenCalledTimes(2);
  const personal = vi.fn(async () => html('hello', { headers: { 'Set-Cookie': 'a=b' } }));
  await cache.serve('me', by('n'), personal);
  await cache.serve('me', by('n'), personal);
  expect(personal).toHaveBeenCalledTimes(2);
});

it('keeps no more pages than it was told', async () => {
  const cache = open({ most: 1 });
  const first = vi.fn(page('n'));
  await cache.serve('one', by('n'), first);
  await cache.serve('two', by('n'), page('n'));
  await cache.serve('one', by('n'), first);
  expect(first).toHaveBeenCalledTimes(2);
});

it('keeps no more text than it was told, however long a page is', async () => {
  const cache = open({ most: 100, mostLength: 100 });
  const long = (letter: string) => vi.fn(async () => html(letter.repeat(60)));
  const [first, second, third] = [long('a'), long('b'), long('c')];
  await cache.serve('one', by('n'), first);
  await cache.serve('two', by('n'), second);
  expect(await (await cache.serve('two', by('n'), second)).text()).toBe('b'.repeat(60));
  expect(second).toHaveBeenCalledTimes(1);
  await cache.serve('one', by('n'), first);
  expect(first).toHaveBeenCalledTimes(2);
  await cache.serve('huge', by('n'), async () => html('d'.repeat(200)));
  await cache.serve('three', by('n'), third);
  await cache.serve('three', by('n'), third);
  expect(third).toHaveBeenCalledTimes(1);
});

it('passes a page on that is still being made, and does not wait for its end', async () => {
  const cache = open();
  const never = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('shell')) });
  const render = vi.fn(async () => new Response(never, { headers: { 'Content-Type': 'text/html' } }));
  const answer = await cache.serve('slow', by('n'), render);
  expect(new TextDecoder().decode((await answer.body!.getReader().read()).value)).toBe('shell');
});
