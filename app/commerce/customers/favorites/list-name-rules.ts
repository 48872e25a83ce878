/** More lists than anybody keeps apart. */
export const mostLists = 20;
export const longestListName = 60;

/** A list's name as it was typed, in one line and without signs that turn its neighbours; null when nothing is left. */
export function readListName(typed: unknown): string | null {
  if (typeof typed !== 'string') return null;
  const name = typed
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return name === '' || name.length > longestListName ? null : name;
}
