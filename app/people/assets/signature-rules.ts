/** The field a name is drawn on, in its own units; strokes are whole numbers within it. */
export const signatureWidth = 600;
export const signatureHeight = 200;
const mostPoints = 4000;
const fewestPoints = 6;

export interface Signature {
  /** As it was typed: what names the signer where nothing was drawn. */
  readonly name: string;
  /** SVG path of the strokes; null where it was only typed. */
  readonly strokes: string | null;
}

/**
 * Strokes as the page sends them: `M x,y L x,y ...` in whole units of the field. Null for anything else, for too little to
 * be a name and for too much; what comes back is made of digits and two letters only.
 */
export function readStrokes(text: string): string | null {
  if (text.length > mostPoints * 9 || !/^(M\d{1,3},\d{1,3}( L\d{1,3},\d{1,3})*)( M\d{1,3},\d{1,3}( L\d{1,3},\d{1,3})*)*$/.test(text))
    return null;
  const points = text.split(' ');
  if (points.length < fewestPoints || points.length > mostPoints) return null;
  const inside = points.every((point) => {
    const [x, y] = point.slice(1).split(',').map(Number) as [number, number];
    return x <= signatureWidth && y <= signatureHeight;
  });
  return inside ? text : null;
}

/** The signer's own name, give or take letters' size, marks and blanks; a signature under another's name is none. */
export function isOwnName(typed: string, name: string): boolean {
  const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ').trim().toLowerCase();
  return plain(typed) !== '' && plain(typed) === plain(name);
}

/** A drawing of the strokes for paper and screen. */
export function strokesDrawing(strokes: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${signatureWidth} ${signatureHeight}"><path d="${strokes}" fill="none" stroke="#1C1B2E" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
}
