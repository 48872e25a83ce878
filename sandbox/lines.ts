import { closeSync, existsSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export type LineOf<Fact> = Fact & { readonly seq: number; readonly at: number };

export interface Lines<Fact> {
  readonly lines: readonly LineOf<Fact>[];
  append(fact: Fact, at: number): LineOf<Fact>;
  close(): void;
}

/**
 * An append-only file, one JSON object a line, on the disk before anybody is answered. A last line that a crash cut
 * off was never answered and is removed; any other damage stops whoever keeps the file.
 */
export function openLines<Fact>(file: string): Lines<Fact> {
  mkdirSync(dirname(file), { recursive: true });
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const lines = whole
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as LineOf<Fact>);
  const handle = openSync(file, 'a');
  if (whole.length < text.length) ftruncateSync(handle, Buffer.byteLength(whole));
  return {
    lines,
    append(fact, at) {
      const line = { seq: lines.length + 1, at, ...fact } as LineOf<Fact>;
      writeSync(handle, `${JSON.stringify(line)}\n`);
      fsyncSync(handle);
      lines.push(line);
      return line;
    },
    close: () => closeSync(handle),
  };
}
