import { parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { seedRows } from './seed-files.ts';

/** How large bags may be with an airline, in centimetres; what it does not say is null. */
export interface BagSizes {
  /** Length, width and height of a cabin bag. */
  readonly cabin: readonly [number, number, number];
  /** Length, width and height of a checked bag added up, where it counts pieces and where it counts weight. */
  readonly linearPiece: number | null;
  readonly linearWeight: number | null;
  readonly source: string;
  readonly checked: CalendarDate;
}

/** Reads seeds/world/bag-sizes.csv; throws on a bag that nobody carries and on what nobody said on a day. */
export function readBagSizes(text: string): ReadonlyMap<string, BagSizes> {
  return new Map(
    seedRows(text).map(([airline = '', length, width, height, piece = '', weight = '', source = '', day = '']): [string, BagSizes] => {
      const cabin = [Number(length), Number(width), Number(height)] as const;
      const [linearPiece, linearWeight] = [piece, weight].map((cell) => (cell === '' ? null : Number(cell)));
      const checked = parseCalendarDate(day);
      const sound =
        cabin.every((side) => side >= 15 && side <= 80) && [linearPiece, linearWeight].every((sum) => sum === null || sum! > 100);
      if (airline.length !== 2 || !sound || !checked || source === '') throw new RangeError(`Nobody said so of the bags of ${airline}`);
      return [airline, { cabin, linearPiece: linearPiece!, linearWeight: linearWeight!, source, checked }];
    }),
  );
}
