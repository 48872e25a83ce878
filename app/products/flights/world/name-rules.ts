import { parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { seedRows } from './seed-files.ts';

/** How an airline wants a passport with a single name: "first name unknown", the name twice, or the father's name as surname. */
export const fillers = ['FNU', 'repeat', 'father'] as const;
export type Filler = (typeof fillers)[number];

/** What an airline corrects of the same person's name after its ticket is written. */
export interface NameCorrection {
  /** So many letters cost nothing; 0: none. */
  readonly freeLetters: number;
  /** For more of them, each traveller. */
  readonly fee: Money;
  readonly once: boolean;
}

/** What an airline's systems take of a name; what it does not say is null. */
export interface NameRules {
  readonly filler: Filler;
  /** Letters and spaces of surname, given names and title together. */
  readonly together: number | null;
  /** From so many letters on of a grown-up and the baby on their lap together it shortens what stands on the ticket. */
  readonly withInfant: number | null;
  readonly correction: NameCorrection | null;
  /** Who says so and the day on which it was read; null where nothing is known. */
  readonly source: string | null;
  readonly checked: CalendarDate | null;
}

/** Of an airline of which nothing is known: most take FNU. */
export const usualNameRules: NameRules = { filler: 'FNU', together: null, withInfant: null, correction: null, source: null, checked: null };

/** Reads seeds/world/name-rules.csv; throws on what no airline can have said. */
export function readNameRules(text: string): ReadonlyMap<string, NameRules> {
  const count = (cell: string) => (cell === '' ? null : Number(cell));
  return new Map(
    seedRows(text).map(
      ([airline = '', together = '', withInfant = '', filler = '', letters = '', fee = '', times = '', source = '', day = '']) => {
        const checked = parseCalendarDate(day);
        const numbers = [together, withInfant, letters, fee].map(count);
        const known = fillers.find((one) => one === filler);
        if (!/^[A-Z0-9]{2}$/.test(airline) || !known || !checked || source === '' || numbers.some((one) => one !== null && !(one >= 0)))
          throw new RangeError(`Nobody said so of the names of ${airline}`);
        return [
          airline,
          {
            filler: known,
            together: numbers[0]!,
            withInfant: numbers[1]!,
            correction: fee === '' ? null : { freeLetters: numbers[2] ?? 0, fee: money(Number(fee) * 100, 'USD'), once: times === '1' },
            source,
            checked,
          },
        ];
      },
    ),
  );
}
