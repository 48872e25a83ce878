import { expect, test } from 'vitest';
import { comma } from './number-format.ts';

test('the comma between two things is that of the language', () => {
  expect([['أبوظبي', 'الإمارات'].join(comma('ar')), ['Dubai', '10:00'].join(comma('es'))]).toEqual(['أبوظبي، الإمارات', 'Dubai, 10:00']);
});
