import { describe, expect, it } from 'vitest';
import { returnPath } from './return-path.ts';

describe('the way back after a form', () => {
  it.each([
    '/account',
    '/',
    '/flight-search-results?from=DXB&to=MNL&date=2026-12-23',
    '/bookings-trips#today',
    '/e-visa/t%C3%BCrkiye',
    '/track?reference=7K2M9-4QX3D',
  ])('keeps our own path %s', (path) => {
    expect(returnPath(path)).toBe(path);
  });

  it.each([
    'https://evil.example',
    'http://evil.example/account',
    '//evil.example',
    '///evil.example',
    '////evil.example/%2f..',
    '/\\evil.example',
    '/\\/evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    ' https://evil.example',
    '/ /evil.example',
    '/account\r\nSet-Cookie: a=b',
    '/account\u0000',
    '/account\u007f',
    '/\u00a0/evil.example',
    '/\u2028/evil.example',
    '\ufeff//evil.example',
    'javascript:alert(1)',
    'JavaScript:alert(1)//',
    'data:text/html,<script>alert(1)</script>',
    'mailto:a@evil.example',
    'evil.example',
    '@evil.example',
    '?next=//evil.example',
    '#//evil.example',
    '',
    '/..//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    `/${'a'.repeat(2_000)}`,
    null,
    undefined,
    42,
    ['/account'],
  ])('does not follow %j', (wanted) => {
    expect(returnPath(wanted, '/home')).toBe('/home');
  });

  it('never leads to another origin, as a browser would read it', () => {
    for (const wanted of [
      '/@evil.example',
      '/.evil.example',
      '/%2f%2fevil.example',
      '/%5cevil.example',
      '/:80',
      '/account?next=https://evil.example',
    ]) {
      expect(new URL(returnPath(wanted), 'https://rihla.example').origin).toBe('https://rihla.example');
    }
  });
});
