import { expect, it } from 'vitest';
import { coverageOf } from './catalogue-files.ts';

it('counts the texts that a language lacks or leaves empty, by catalogue', () => {
  const files: Parameters<typeof coverageOf>[0] extends (language: string, name: string) => infer One
    ? Record<string, Record<string, One>>
    : never = {
    en: { trip: { title: 'Your trip', more: { one: 'One', two: 'Two' } }, cart: { title: 'Cart' } },
    es: { trip: { title: 'Tu viaje', more: { one: ' ' } }, cart: { title: 'Carrito' } },
    pt: { trip: { title: 'Sua viagem', more: { one: 'Um', two: 'Dois' } }, cart: {} },
  };
  expect(coverageOf((language, name) => files[language]![name]!, ['en', 'es', 'pt'], ['trip', 'cart'])).toEqual({
    total: 4,
    missing: { es: { trip: 2 }, pt: { cart: 1 } },
  });
});
