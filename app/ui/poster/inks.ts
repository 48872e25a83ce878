import type { PosterPalette } from './poster-names.ts';

/** A palette: six skies from the zenith down, the sun, the darkest ink, three waters from far to near. */
export interface Inks {
  readonly sky: readonly [string, string, string, string, string, string];
  readonly sun: string;
  readonly ink: string;
  readonly water: readonly [string, string, string];
  /** Multiplied with the colour of every thing: what this light makes of white. */
  readonly light: string;
  /** How much air lies between us and the horizon: 0 none, 1 nothing to be seen. */
  readonly air: number;
  /** Lamps are lit. */
  readonly dark: boolean;
}

export const inks: Readonly<Record<PosterPalette, Inks>> = {
  dawn: {
    sky: ['#25384f', '#4b6076', '#8b8190', '#ce9085', '#ecb287', '#f6d6a3'],
    sun: '#fff3d3',
    ink: '#3a1f2b',
    water: ['#8f8b94', '#62758a', '#3c5166'],
    light: '#ffe3cf',
    air: 0.5,
    dark: false,
  },
  day: {
    sky: ['#2a78ae', '#4692c2', '#6fafd3', '#9ccbe0', '#c9e2e6', '#e8efe2'],
    sun: '#fff9e4',
    ink: '#173042',
    water: ['#4e9fb4', '#2f859f', '#1e6b87'],
    light: '#ffffff',
    air: 0.5,
    dark: false,
  },
  tropic: {
    sky: ['#0e6e73', '#21898a', '#4ba7a0', '#84c4b2', '#bcdec2', '#eaefcb'],
    sun: '#fff7da',
    ink: '#0b3a40',
    water: ['#3fb0ae', '#1f979b', '#117b85'],
    light: '#f3fff2',
    air: 0.5,
    dark: false,
  },
  dusk: {
    sky: ['#231f47', '#402a57', '#70365f', '#ab475e', '#db7257', '#f1a863'],
    sun: '#ffe3ae',
    ink: '#1f1838',
    water: ['#8e4560', '#5c3058', '#382548'],
    light: '#c98b8f',
    air: 0.45,
    dark: true,
  },
  night: {
    sky: ['#0f1831', '#162443', '#1f3457', '#2b4a6b', '#41697f', '#6a8f93'],
    sun: '#f4efd8',
    ink: '#0b1226',
    water: ['#2b4a6b', '#1f3757', '#152743'],
    light: '#6f8db5',
    air: 0.45,
    dark: true,
  },
  mist: {
    sky: ['#86a3a6', '#9fb6b3', '#b8c8bf', '#cfd8ca', '#e2e5d6', '#f0eee2'],
    sun: '#fffbef',
    ink: '#24403f',
    water: ['#9db7b3', '#7fa09e', '#638886'],
    light: '#eef2ea',
    air: 0.66,
    dark: false,
  },
  rose: {
    sky: ['#6e4564', '#9c5873', '#c77683', '#e09c93', '#f0c0a6', '#f8dec2'],
    sun: '#fff4df',
    ink: '#3b2038',
    water: ['#c78a8e', '#a56b80', '#7c4f6e'],
    light: '#ffdcd6',
    air: 0.5,
    dark: false,
  },
  gold: {
    sky: ['#8c4e20', '#b46c28', '#d48f3a', '#e7b25c', '#f2cf86', '#f9e5b4'],
    sun: '#fff8e0',
    ink: '#3d2011',
    water: ['#c58a45', '#9f6a33', '#774a26'],
    light: '#ffe2b0',
    air: 0.5,
    dark: false,
  },
};

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number, number];
const colourOf = (parts: readonly number[]) => `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Between two colours: 0 is the first, 1 the second. */
export function mix(first: string, second: string, share: number): string {
  const to = channels(second);
  return colourOf(channels(first).map((part, index) => part + (to[index]! - part) * share));
}

/** A thing of one colour in coloured light. */
export function lit(colour: string, light: string): string {
  const by = channels(light);
  return colourOf(channels(colour).map((part, index) => (part * by[index]!) / 255));
}
