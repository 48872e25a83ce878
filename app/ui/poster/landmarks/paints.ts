import type { Canvas } from '../canvas.ts';
import { mix } from '../inks.ts';

/** One material in the poster's light: `lit` towards the sun, `main`, `shade` away from it. */
export interface Paint {
  readonly lit: string;
  readonly main: string;
  readonly shade: string;
}

/** The printmaker's tray for a landmark. */
export interface Paints {
  /** Any colour of a thing in this light. */
  readonly of: (colour: string) => Paint;
  /** One flat colour in this light. */
  readonly flat: (colour: string) => string;
  /** Doors and windows: dark by day, lamplight after dusk. */
  readonly opening: string;
  /** Paper screens and lit glass: pale by day, lamplight after dusk. */
  readonly pane: string;
  readonly ink: string;
}

export function paintsOf(canvas: Canvas, air: number): Paints {
  const { inks, tint } = canvas;
  // After dusk a landmark stands before the last light: nearer to its silhouette than to its colour.
  const flat = (colour: string) => (inks.dark ? mix(tint(colour, air), inks.ink, 0.36) : tint(colour, air));
  return {
    flat,
    of: (colour) => ({
      lit: inks.dark ? mix(flat(colour), inks.sky[5], 0.2) : mix(flat(colour), '#fffaf0', 0.3),
      main: flat(colour),
      shade: mix(flat(colour), inks.ink, inks.dark ? 0.42 : 0.3),
    }),
    opening: inks.dark ? '#f3c067' : mix(flat('#4a3138'), inks.ink, 0.4),
    pane: inks.dark ? '#f3c067' : flat('#f2cf86'),
    ink: inks.ink,
  };
}
