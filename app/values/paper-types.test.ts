import { describe, expect, it } from 'vitest';
import { paperTypeOf } from './paper-types.ts';

const bytes = (...head: number[]) => Uint8Array.from([...head, 0x20, 0x20]);

describe('what a file is', () => {
  it.each([
    ['application/pdf', Uint8Array.from(Buffer.from('%PDF-1.7\n'))],
    ['image/jpeg', bytes(0xff, 0xd8, 0xff, 0xe0)],
    ['image/png', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ])('is read from its first bytes: %s', (type, content) => {
    expect(paperTypeOf(content)).toBe(type);
  });

  it.each([
    ['a page', Uint8Array.from(Buffer.from('<html>%PDF-1.7'))],
    ['a program', bytes(0x4d, 0x5a)],
    ['a drawing with script', Uint8Array.from(Buffer.from('<svg onload=alert(1)>'))],
    ['half a head', bytes(0x89, 0x50, 0x4e)],
    ['nothing', new Uint8Array()],
  ])('is nothing that we take: %s', (_what, content) => {
    expect(paperTypeOf(content)).toBeNull();
  });
});
