import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The faces of a style sheet: their family, their weight as it is written, and the letters they say they have. */
function facesOf(css: string) {
  return [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].map(([, body]) => {
    const said = (name: string) => new RegExp(`${name}:\\s*([^;]+);`).exec(body!)?.[1]?.trim() ?? '';
    const ranges = [...said('unicode-range').matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].map(
      ([, from, to]) => [Number.parseInt(from!, 16), Number.parseInt(to ?? from!, 16)] as const,
    );
    return { family: said('font-family').replaceAll("'", ''), weight: said('font-weight'), ranges };
  });
}

it('has spaces, digits and Latin letters in each weight of the Arabic headings', () => {
  const messiri = facesOf(readFileSync(new URL('fonts.css', import.meta.url), 'utf8')).filter(({ family }) => family === 'El Messiri');
  const weights = new Set(messiri.map(({ weight }) => weight));
  expect([...weights].sort()).toEqual(['500', '600']);
  for (const weight of weights) {
    const ranges = messiri.filter((face) => face.weight === weight).flatMap((face) => face.ranges);
    const missing = [...' رحلة Rihla 0123456789 × − – · (7K2M9-4QX3D) São Paulo, AED 1,234.50'].filter((letter) => {
      const code = letter.codePointAt(0)!;
      return !ranges.some(([from, to]) => from <= code && code <= to);
    });
    expect({ weight, missing }).toEqual({ weight, missing: [] });
  }
});
