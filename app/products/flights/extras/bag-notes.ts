import { bagCarriers, bagConcept } from './baggage-rules.ts';
import type { FamilyRules, Offer, Slice } from '../offer.ts';
import type { BagSizes } from '../world/bag-sizes.ts';

/** What the notes need: words of the orders catalogue, names, and what is known of countries and bags. */
export interface BagWords {
  words(key: string, values?: Readonly<Record<string, string>>): string;
  airline(code: string): string;
  /** A day in the reader's language. */
  date(day: string): string;
  /** ISO 3166 alpha-2 of an airport; null where it is not known. */
  countryOf(airport: string): string | null;
  bagSizes(airline: string): BagSizes | null;
}

/**
 * How the bags of these directions are counted, how large they may be, and whose rules hold where several airlines fly. What was
 * sold with the allowance of whoever issues the ticket (`bagsByCarrier` absent) says nothing of another airline's rules.
 */
export function bagNotes(
  slices: readonly Slice[],
  { slices: ticket, validatingAirline: issuer, bagsByCarrier = false }: Pick<Offer, 'slices' | 'validatingAirline' | 'bagsByCarrier'>,
  { cabinBag, checkedBag }: Pick<FamilyRules, 'cabinBag' | 'checkedBag'>,
  { words, airline, date, countryOf, bagSizes }: BagWords,
): string[] {
  const carriers = bagCarriers(ticket, countryOf).filter((_, at) => slices.includes(ticket[at]!));
  const concept = checkedBag && bagConcept(checkedBag);
  const mixed = carriers.flatMap(({ airline: code, by }, at) =>
    by === 'only' || (code !== issuer && !bagsByCarrier)
      ? []
      : [words('terms.bags.significant', { airline: airline(code), from: slices[at]!.from, to: slices[at]!.to })],
  );
  const sizes = [...new Set(carriers.map(({ airline: code }) => code))].flatMap((code) => {
    const known = bagSizes(code);
    if (!known) return cabinBag || checkedBag ? [words('terms.bags.sizeUnknown', { airline: airline(code) })] : [];
    const linear = concept === 'piece' ? known.linearPiece : concept === 'weight' ? known.linearWeight : null;
    const values = { airline: airline(code), size: known.cabin.join(' × '), date: date(known.checked) };
    return [
      ...(cabinBag ? [words('terms.bags.cabinSize', values)] : []),
      ...(linear ? [words('terms.bags.linear', { ...values, linear: String(linear) })] : []),
    ];
  });
  return [...(concept ? [words(`terms.bags.by-${concept}`)] : []), ...mixed, ...sizes];
}
