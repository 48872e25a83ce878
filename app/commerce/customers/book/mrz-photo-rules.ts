import type { CalendarDate } from '#app/values/dates.ts';
import { readMrz, type MrzReading } from './mrz-rules.ts';

/** A zone found in recognised text: its lines as they must read for every check digit to agree, and what they say. */
export interface FoundZone {
  readonly lines: readonly string[];
  readonly value: MrzReading;
}

/** Signs too many or too few that a recogniser makes of a line at most, most of them fillers. */
const mostOff = 2;
const alike: Readonly<Record<string, string>> = { O: '0', 0: 'O', I: '1', 1: 'I', B: '8', 8: 'B', S: '5', 5: 'S', Z: '2', 2: 'Z' };

/**
 * The zone in the text of a photographed page, which may say more above and below it. Where its lines have a sign too many
 * or too few, or one that looks like another, the only reading counts whose check digits all agree; null when none does.
 */
export function findZone(recognised: string, today: CalendarDate): FoundZone | null {
  const lines = recognised
    .toUpperCase()
    .split('\n')
    .map((line) => line.replace(/[^A-Z0-9<]/g, ''))
    .filter((line) => line.length >= 30 - mostOff);
  for (const [index, line] of lines.entries()) {
    const [second = '', third = ''] = lines.slice(index + 1);
    const zone = line.startsWith('P')
      ? only(passport(line, second), today)
      : /^[IAC]/.test(line)
        ? only(card(line, second, third), today)
        : null;
    if (zone) return zone;
  }
  return null;
}

/** The first reading when it is right, because what was read is not doubted; else the one of the others that is. Two that say different things are none. */
function only([asRead, ...others]: readonly (readonly string[])[], today: CalendarDate): FoundZone | null {
  const right = (lines: readonly string[]): FoundZone[] => {
    const answer = readMrz(lines.join(''), today);
    return answer.ok ? [{ lines, value: answer.value }] : [];
  };
  const atOnce = right(asRead ?? []);
  const [found, ...more] = atOnce.length > 0 ? atOnce : others.flatMap(right);
  return found && more.every(({ value }) => JSON.stringify(value) === JSON.stringify(found.value)) ? found : null;
}

/** Names have no check digit. Three fillers end them, whatever noise was made of those that follow. */
const names = (line: string, length: number) =>
  line
    .replace(/<<<.*$/, '')
    .slice(0, length)
    .padEnd(length, '<');

function passport(first: string, second: string): string[][] {
  const person = names(first, 44);
  return ofLength(second, 44)
    .flatMap((line) => [line, ...confused(line)])
    .map((line) => [person, line]);
}

function card(first: string, second: string, third: string): string[][] {
  const person = names(third, 30);
  return ofLength(first, 30).flatMap((one) =>
    ofLength(second, 30).flatMap((other) => [[one, other, person], ...confused(one).map((line) => [line, other, person])]),
  );
}

/** The line with signs taken out, or fillers put in beside others, until it has its length; nothing when it is too far from that. */
function ofLength(line: string, length: number): string[] {
  if (Math.abs(line.length - length) > mostOff) return [];
  let some = [line];
  while (some[0]!.length !== length)
    some = [
      ...new Set(
        some.flatMap((one) =>
          one.length > length
            ? Array.from(one, (_, at) => one.slice(0, at) + one.slice(at + 1))
            : [...one.matchAll(/<+|$/g)].map(({ index }) => `${one.slice(0, index)}<${one.slice(index)}`),
        ),
      ),
    ];
  return some;
}

/** The line with one sign read as the one that looks like it. */
const confused = (line: string) =>
  Array.from(line, (sign, at) => (alike[sign] ? line.slice(0, at) + alike[sign] + line.slice(at + 1) : null)).filter((one) => one !== null);
