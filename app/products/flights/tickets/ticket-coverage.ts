import type { Passengers } from '../offer.ts';

/** Contracts under which everybody of an order has an open ticket, infants too: what is only partly issued is not among them. */
export function coveredContracts(
  { adults, children, infants }: Passengers,
  tickets: readonly { readonly contract: number; readonly traveller: number; readonly status: string }[],
): ReadonlySet<number> {
  const open = Map.groupBy(
    tickets.filter(({ status }) => status === 'open'),
    ({ contract }) => contract,
  );
  return new Set(
    [...open]
      .filter(([, those]) => new Set(those.map(({ traveller }) => traveller)).size === adults + children + infants)
      .map(([contract]) => contract),
  );
}
