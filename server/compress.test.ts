import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compressed } from './compress.ts';

const asks = new Request('http://localhost/', { headers: { 'Accept-Encoding': 'gzip, br' } });
const page = (headers: Record<string, string>) =>
  new Response('<p>rihla</p>', { headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers } });

it('packs an answer with a length whole, and says its new length', async () => {
  const answer = await compressed(asks, page({ 'Content-Length': '12', ETag: '"a"' }));
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(answer.headers.get('content-length')).toBe(String(bytes.length));
  expect(answer.headers.get('etag')).toBe('W/"a"');
  expect(gunzipSync(bytes).toString()).toBe('<p>rihla</p>');
});

it('packs a streamed answer without a length', async () => {
  const answer = await compressed(asks, page({}));
  expect(answer.headers.get('content-length')).toBe(null);
  expect(gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe('<p>rihla</p>');
});

it('leaves alone what is packed already, is no text, or goes to a browser that did not ask', async () => {
  expect((await compressed(asks, page({ 'Content-Encoding': 'br' }))).headers.get('content-encoding')).toBe('br');
  expect((await compressed(asks, page({ 'Content-Type': 'image/png' }))).headers.has('content-encoding')).toBe(false);
  expect((await compressed(new Request('http://localhost/'), page({}))).headers.has('content-encoding')).toBe(false);
});
