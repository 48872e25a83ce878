import { describe, expect, test } from 'vitest';
import { addressOf, isOwnOrigin } from './edge.ts';

const shop = 'https://rihla.example';
const post = (headers: Record<string, string>, url = `${shop}/checkout`) => new Request(url, { method: 'POST', headers });

describe('where a form was sent from', () => {
  test('is ours when the origin is the public address', () => {
    expect(isOwnOrigin(post({ Origin: shop }), shop)).toBe(true);
  });

  test('is not ours for another site, a look-alike or words that are no address', () => {
    for (const origin of ['https://evil.example', 'https://rihla.example.evil.example', 'http://rihla.example', 'nonsense', '://'])
      expect(isOwnOrigin(post({ Origin: origin, 'Sec-Fetch-Site': 'same-origin' }), shop), origin).toBe(false);
  });

  test('is told by the browser where the page sends no origin', () => {
    expect(isOwnOrigin(post({ Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }), shop)).toBe(true);
    expect(isOwnOrigin(post({ Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }), shop)).toBe(false);
    expect(isOwnOrigin(post({ Origin: 'null' }), shop)).toBe(false);
    expect(isOwnOrigin(post({}), shop)).toBe(false);
  });

  test('is ours on this machine only when host and port are the ones that were asked', () => {
    const local = 'http://localhost:3000';
    expect(isOwnOrigin(post({ Origin: 'http://127.0.0.1:3000' }, 'http://127.0.0.1:3000/auth'), local)).toBe(true);
    expect(isOwnOrigin(post({ Origin: 'http://localhost:4000' }, 'http://localhost:3000/auth'), local)).toBe(false);
    expect(isOwnOrigin(post({ Origin: 'http://localhost:3000' }, `${shop}/auth`), shop)).toBe(false);
  });
});

describe('where a request comes from', () => {
  test('is the other end of the connection when no proxy of ours stands before us, whatever a header says', () => {
    expect(addressOf('203.0.113.9', '198.51.100.1', 0)).toBe('203.0.113.9');
    expect(addressOf('::ffff:203.0.113.9', null, 0)).toBe('203.0.113.9');
    expect(addressOf('2001:db8::9', null, 0)).toBe('2001:db8::9');
  });

  test('is what our own proxies wrote: what a stranger put before that is not believed', () => {
    expect(addressOf('10.0.0.2', '198.51.100.1', 1)).toBe('198.51.100.1');
    expect(addressOf('10.0.0.2', '6.6.6.6, 198.51.100.1', 1)).toBe('198.51.100.1');
    expect(addressOf('10.0.0.2', '6.6.6.6, 198.51.100.1, 10.0.0.7', 2)).toBe('198.51.100.1');
  });

  test('is the connection again when the header is missing or no address', () => {
    expect(addressOf('10.0.0.2', null, 1)).toBe('10.0.0.2');
    expect(addressOf('10.0.0.2', 'unknown', 1)).toBe('10.0.0.2');
  });
});
