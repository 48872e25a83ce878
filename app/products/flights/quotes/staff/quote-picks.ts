import { formatSearch, readSearchFields, type SearchFields } from '../../search/flight-search-form.ts';
import { readResultsAddress } from '../../search/results-address.ts';
import { mostOptions } from '../flight-quote-form.ts';

/*
 * What is being put together stands in the address of the builder: the search, the directions chosen in it and the picks.
 * Nothing is kept before the quote is.
 */

export interface Picked {
  readonly offerId: string;
  readonly brand: string;
}

const pickPattern = /^([^\s~]{1,400})~([\w-]{1,40})$/;

export const formatPick = ({ offerId, brand }: Picked) => `${offerId}~${brand}`;

/** The picks of an address, each once, four at most; what is malformed is left out. */
export function readPicks(query: URLSearchParams): Picked[] {
  const picks = new Map<string, Picked>();
  for (const text of query.getAll('pick')) {
    const [, offerId, brand] = pickPattern.exec(text) ?? [];
    if (offerId && brand && picks.size < mostOptions) picks.set(text, { offerId, brand });
  }
  return [...picks.values()];
}

/** What the quote is begun from, as the address names it. */
export const sources = ['inquiry', 'customer', 'of'] as const;

/** An address of the builder; what is not said stays as it stands in `query`. */
export function builderAddress(
  base: string,
  query: URLSearchParams,
  change: {
    readonly picks?: readonly Picked[];
    readonly chosen?: readonly string[];
    readonly page?: number;
    readonly sort?: string;
  },
): string {
  const next = new URLSearchParams();
  const fields = readSearchFields(query);
  for (const [name, value] of searchOfFields(fields)) next.append(name, value);
  for (const name of sources) if (query.get(name)) next.set(name, query.get(name)!);
  if (query.has('picked') || change.picks) next.set('picked', '1');
  const address = readResultsAddress(query);
  const sort = change.sort ?? query.get('sort') ?? '';
  if (sort) next.set('sort', sort);
  for (const key of change.chosen ?? address.chosen) next.append('out', key);
  const page = change.page ?? 1;
  if (page > 1) next.set('page', String(page));
  for (const pick of change.picks ?? readPicks(query)) next.append('pick', formatPick(pick));
  return `${base}?${next}`;
}

/** The fields of a search as its form would send them, right or wrong. */
function searchOfFields(fields: SearchFields): [string, string][] {
  const found: [string, string][] = [['trip', fields.trip]];
  fields.legs.forEach((leg, index) => {
    const names = index === 0 ? (['from', 'to', 'depart'] as const) : ([`from${index + 1}`, `to${index + 1}`, `date${index + 1}`] as const);
    [leg.from, leg.to, leg.date].forEach((value, at) => value && found.push([names[at]!, value]));
  });
  if (fields.returnDate) found.push(['return', fields.returnDate]);
  for (const name of ['adults', 'children', 'infants', 'cabin'] as const) found.push([name, fields[name]]);
  if (fields.ages.length > 0) found.push(['ages', fields.ages.join(',')]);
  for (const [name, on] of [
    ['direct', fields.direct],
    ['bags', fields.bags],
  ] as const)
    if (on) found.push([name, '1']);
  return found;
}

/** A quote that is there, as an address of the builder: its options and the search of the first. */
export function addressOfOptions(
  base: string,
  options: readonly { readonly offerId: string; readonly brand: string }[],
  search: Parameters<typeof formatSearch>[0],
  more: Readonly<Record<string, string>> = {},
): string {
  const query = formatSearch(search);
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  query.set('picked', '1');
  for (const { offerId, brand } of options) query.append('pick', formatPick({ offerId, brand }));
  return `${base}?${query}`;
}
