import { describe, expect, it } from 'vitest';
import { emailKey, looksLikeEmail, networkPlace, plainEmail } from './email.ts';

describe('an address whose place is written in letters of another script', () => {
  it('is kept as the network writes it, so that both spellings are one address', () => {
    expect(plainEmail('user@bücher.example')).toBe('user@xn--bcher-kva.example');
    expect(plainEmail(' User@BÜCHER.example\u200b')).toBe('User@xn--bcher-kva.example');
    expect(emailKey('user@bücher.example')).toBe(emailKey('USER@xn--bcher-kva.example'));
    // Written with one sign for the letter, or with the letter and its dots.
    expect(emailKey('user@bu\u0308cher.example')).toBe('user@xn--bcher-kva.example');
    expect(plainEmail('info@مثال.إختبار')).toBe('info@xn--mgbh0fb.xn--kgbechtv');
    expect(looksLikeEmail(plainEmail('user@bücher.example'))).toBe(true);
  });

  it('is none where the network has no way to write its place', () => {
    for (const typed of ['user@bü cher.example', 'user@bücher..example', 'user@büch/er.example', 'user@bücher', 'user@☕.example'])
      expect([typed, looksLikeEmail(plainEmail(typed))]).toEqual([typed, false]);
  });

  it('stays as it is in plain letters', () => {
    for (const plain of ['layla@example.com', 'a.b+c@mail.co.uk', 'nobody', 'two@signs@example.com']) expect(plainEmail(plain)).toBe(plain);
    expect(networkPlace('127.1')).toBe('127.1');
  });
});
