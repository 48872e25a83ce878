/** A colour as its red, green and blue, 0 to 255. */
type Parts = readonly [red: number, green: number, blue: number];

/** A colour as #rrggbb, however somebody typed it; null when it is none. */
export function parseColour(typed: string): string | null {
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(typed.trim()) ?? [];
  return digits ? `#${digits.toLowerCase()}` : null;
}

const partsOf = (colour: string): Parts => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Parts;

/** How light a colour is, 0 to 1, as the guidelines for accessible pages reckon it. Source: w3.org/TR/WCAG22, relative luminance. */
function lightness(colour: string): number {
  const [red, green, blue] = partsOf(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Parts;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** How far two colours are told apart, from 1 to 21. Source: w3.org/TR/WCAG22, contrast ratio. */
export function contrastOf(one: string, other: string): number {
  const [lighter, darker] = [lightness(one), lightness(other)].toSorted((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** A colour with a share of another one in it. */
export function mixed(colour: string, other: string, share: number): string {
  const [from, to] = [partsOf(colour), partsOf(other)];
  return `#${from
    .map((part, at) =>
      Math.round(part + (to[at]! - part) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
