/**
 * A tag as people type it and as a camera reads it from a label, whose code is the address of the record: `rh 42`, `RH-00042`,
 * `https://.../RH-00042`. Null for what cannot be one.
 */
export function readTag(typed: string): string | null {
  const last = typed.trim().split('/').at(-1) ?? '';
  const match = /^([a-z]{2})[\s-]*(\d{1,5})$/i.exec(last.trim());
  return match ? `${match[1]!.toUpperCase()}-${match[2]!.padStart(5, '0')}` : null;
}
