import { instant } from '#app/values/dates.ts';
import { brandOf } from '../fares/fare-rules.ts';
import type { FlightContractRow } from '../flight.tables.ts';
import type { CancelCase } from './cancel-rules.ts';

/** What its cancellation asks of a contract. */
export const cancelCaseOf = (row: Pick<FlightContractRow, 'offer' | 'brand' | 'voidUntil'>): CancelCase['contracts'][number] => ({
  brand: brandOf(row.offer, row.brand),
  departs: instant(Date.parse(row.offer.slices[0]!.segments[0]!.departs.utc)),
  voidUntil: row.voidUntil ? instant(row.voidUntil.getTime()) : null,
});
