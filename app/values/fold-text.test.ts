import { expect, it } from 'vitest';
import { foldText } from './fold-text.ts';

it('gives one spelling to what people type in several ways', () => {
  expect(foldText('  Córdoba, ESPAÑA ')).toBe('cordoba espana');
  expect(foldText('São Paulo')).toBe(foldText('sao paulo'));
  expect(foldText('رأس الخيمة')).toBe(foldText('راس الخيمه'));
  expect(foldText('العُلا')).toBe(foldText('علا'));
});
