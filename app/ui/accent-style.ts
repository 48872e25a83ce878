import type { CSSProperties } from 'react';
import { tonesOf } from '#app/values/accent-tones.ts';

/** The house's own colour in place of the one that `theme.css` has. */
export function accentStyle(colour: string): CSSProperties {
  const { accent, hover, deep, wash } = tonesOf(colour);
  return { '--saffron': accent, '--saffron-hover': hover, '--saffron-deep': deep, '--saffron-wash': wash } as CSSProperties;
}
