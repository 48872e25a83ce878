/**
 * A value as the database can hold it. PostgreSQL has no sign zero in its texts and refuses the whole statement over one; no
 * person types it, so it is left out where every statement passes rather than in each form. What goes into a column of JSON
 * passes here written already, with the sign as an escape.
 */
export function heldText(value: unknown): unknown {
  if (typeof value === 'string') return withoutEscaped(value.includes('\0') ? value.replaceAll('\0', '') : value);
  return Array.isArray(value) ? value.map(heldText) : value;
}

/** Only JSON has escapes: in other texts these are the letters that somebody wrote. Behind an even number of strokes they are too. */
function withoutEscaped(text: string): string {
  if (!/^\s*[[{"]/.test(text) || !text.includes(String.raw`\u0000`) || !isJson(text)) return text;
  return text.replace(/(\\+)u0000/g, (found, strokes: string) => (strokes.length % 2 === 1 ? strokes.slice(1) : found));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
