export interface DiffLine {
  readonly sort: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** Beyond this many lines the table of the comparison would be too large; the whole is then shown as replaced. */
const mostLines = 1_500;

/** What changed between two texts, line by line (a paragraph is a line), by their longest common sequence. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [before, after].map((text) => text.split('\n').filter((line) => line.trim() !== '')) as [string[], string[]];
  if (a.length > mostLines || b.length > mostLines)
    return [...a.map((text) => ({ sort: 'gone', text }) as const), ...b.map((text) => ({ sort: 'new', text }) as const)];
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        a[i] === b[j] ? lengths[(i + 1) * width + j + 1]! + 1 : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ sort: 'same', text: a[i]! });
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!)) {
      lines.push({ sort: 'gone', text: a[i]! });
      i += 1;
    } else {
      lines.push({ sort: 'new', text: b[j]! });
      j += 1;
    }
  }
  return lines;
}
