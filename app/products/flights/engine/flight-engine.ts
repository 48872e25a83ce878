import { buildFareTable, houseFaresOn } from '../fares/base-fare.ts';
import type { FareTable } from '../fares/base-fare.ts';
import type { HouseFares } from '../fares/base-fare.ts';
import type { TaxTable } from '../fares/taxes.ts';
import { terminalOf } from '../world/terminals.ts';
import type { Terminals } from '../world/terminals.ts';
import type { FareModel } from './fare-model.ts';
import { buildIndex } from './flight-index.ts';
import type { FlightIndex } from './flight-index.ts';
import { houseFareModel } from './house-fare-model.ts';
import { SliceSearch } from './search-slice.ts';
import type { Timetable } from './timetable.ts';

/** Days from today that can be searched, today included. */
export const salesDays = 331;

/** Sales of a flight close this many minutes before it leaves. */
export const salesCloseMinutes = 120;

export interface FlightEngine {
  readonly index: FlightIndex;
  readonly houseFares: HouseFares;
  readonly model: FareModel;
  readonly taxes: TaxTable;
  readonly search: SliceSearch;
  /** The day of sale; fares depend on it, so an engine serves one day. */
  readonly today: number;
}

/** What the house inventory is made of. */
export interface HouseWorld {
  readonly timetable: Timetable;
  readonly taxes: TaxTable;
  readonly terminals: Terminals;
  /** The fares of its timetable, where they were made already. */
  readonly fares?: FareTable;
}

/** Pure. `table` saves building the fares of the timetable again on another day. */
export function buildEngine({ timetable, taxes, terminals }: HouseWorld, today: number, table = buildFareTable(timetable)): FlightEngine {
  // West of Greenwich it may still be yesterday.
  const index = buildIndex(timetable, today - 1, salesDays + 1, (airport, operator) => terminalOf(terminals, airport.iata, operator));
  const houseFares = houseFaresOn(table, today, today - 1, salesDays + 1);
  const model = houseFareModel(index, houseFares, taxes);
  return { index, houseFares, model, taxes, search: new SliceSearch(index, model), today };
}
