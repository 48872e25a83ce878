import { expect, it } from 'vitest';
import { documentName } from './document-rules.ts';

it.each([
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\papers\\رخصة 2026.exe', 'رخصة 2026.pdf'],
  ['a"; filename="b.html', 'a filenameb.pdf'],
  ['\u202Efdp.exe', 'fdp.pdf'],
  ['...', 'document.pdf'],
])('a document called %j is kept as %j', (typed, kept) => {
  expect(documentName(typed, 'application/pdf')).toBe(kept);
});
