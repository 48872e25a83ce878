import { contrastOf, mixed } from './colour.ts';

/** What stands on the accent and around it, as `ui/theme.css` and mails have them. */
const ink = '#1c1b2e';
const paper = '#fbf7ef';
/** The line of what is not chosen, and other words that stand on the wash. */
const line = '#cfc4ae';
const onWash = [ink, '#0e6e73', '#6b6880'];
/** Text is read by everybody from here on. Source: w3.org/TR/WCAG22, 1.4.3 */
export const leastContrast = 4.5;

/** Stars, current entries and edges of buttons say something by the accent alone: least against the paper, and against a line. */
const leastOnPaper = 2;
const leastBesideLine = 1.2;

/** Whether the words of a button can be read on a colour: they are in ink, in the shop as in mails. */
export const isReadable = (accent: string): boolean => contrastOf(accent, ink) >= leastContrast;

/** Whether what has a colour stands out from the paper around it. */
export const standsOut = (accent: string): boolean =>
  contrastOf(accent, paper) >= leastOnPaper && contrastOf(accent, line) >= leastBesideLine;

export interface AccentTones {
  readonly accent: string;
  /** Under a pointer. */
  readonly hover: string;
  /** For words on paper and on the wash. */
  readonly deep: string;
  /** A ground that words in ink and in the deep tone stand on. */
  readonly wash: string;
}

/** The accent with what is made of it; all words keep their contrast. */
export function tonesOf(accent: string): AccentTones {
  let wash = mixed(accent, paper, 0.82);
  for (let share = 0.82; onWash.some((words) => contrastOf(words, wash) < leastContrast) && share < 1; share += 0.03)
    wash = mixed(accent, paper, Math.min(1, share));
  let deep = accent;
  for (let share = 0; Math.min(contrastOf(deep, wash), contrastOf(deep, paper)) < leastContrast; share += 0.05)
    deep = mixed(accent, ink, Math.min(1, share));
  return { accent, hover: mixed(accent, '#ffffff', 0.18), deep, wash };
}
