import { randomOf } from './shapes.ts';

/** The paper's tooth: one small pattern of light and dark specks, no filter, so that old phones draw it quickly. */
function specks(word: string): string {
  const random = randomOf(word);
  let d = '';
  for (let speck = 0; speck < 64; speck += 1) d += `M${Math.round(random() * 79)} ${Math.round(random() * 79)}h.7`;
  return d;
}

export const grain = `<defs><pattern id="g" width="79" height="79" patternUnits="userSpaceOnUse"><path d="${specks('light')}" stroke="#fff" stroke-width=".7" opacity=".2"/><path d="${specks('dark')}" stroke="#1c1b2e" stroke-width=".7" opacity=".16"/></pattern></defs>`;
