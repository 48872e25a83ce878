export interface ContentChange {
  /** Names and numbers that lead to what changed: words, en, days, 2, text. */
  readonly path: readonly string[];
  /** Null: it was not there, or is no more. */
  readonly before: string | null;
  readonly after: string | null;
}

/** What differs between two contents, value by value in the order in which they are written. */
export function contentChanges(before: unknown, after: unknown, path: readonly string[] = []): ContentChange[] {
  if (isPlain(before) || isPlain(after)) {
    const [old, now] = [isPlain(before) ? before : {}, isPlain(after) ? after : {}];
    return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((key) => contentChanges(old[key], now[key], [...path, key]));
  }
  const [was, is] = [asText(before), asText(after)];
  return was === is ? [] : [{ path, before: was, after: is }];
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function asText(value: unknown): string | null {
  return value === undefined || value === null ? null : String(value as string | number | boolean);
}
