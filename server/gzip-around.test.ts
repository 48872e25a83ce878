import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { gzipAround } from './gzip-around.ts';

const pieces = (...texts: string[]) => texts.map((text) => Buffer.from(text));

it.each([[['<p>one</p>']], [['<script nonce="', '">', 'é</script>']], [['', '', '']], [['a'.repeat(200_000), 'b'.repeat(70_000)]]])(
  'is one gzip member with the text in every gap',
  async (texts) => {
    const around = await gzipAround(pieces(...texts));
    for (const nonce of ['first', 'second one', '']) expect(gunzipSync(around(nonce)).toString()).toBe(texts.join(nonce));
  },
);

it('compresses what repeats', async () => {
  const around = await gzipAround(pieces('<li>flight</li>'.repeat(5_000), 'end'));
  expect(around('nonce').length).toBeLessThan(1_000);
});

it('refuses a text that no stored block holds', async () => {
  const around = await gzipAround(pieces('a', 'b'));
  expect(() => around('x'.repeat(70_000))).toThrow(RangeError);
});
