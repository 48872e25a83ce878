/** Moves with a form of their own on this page; papers and returns have pages. */
export const deskMoves = [
  'reserve',
  'release',
  'request-return',
  'keep',
  'pass',
  'break',
  'send-to-repair',
  'repaired',
  'retire',
  'lose',
  'find',
] as const;
export type DeskMove = (typeof deskMoves)[number];

/** The control of a field in the form of a move. */
export const askId = (act: string, field: string) => `ask-${act}-${field}`;
