const setting = 'rihla-desk-commands';
const mostKept = 8;

/** Commands that were used last in this browser, the latest first: words of the program, never of a record. */
export function readRecent(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(setting) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, mostKept) : [];
  } catch {
    return [];
  }
}

export function keepRecent(id: string): void {
  localStorage.setItem(setting, JSON.stringify([id, ...readRecent().filter((one) => one !== id)].slice(0, mostKept)));
}
