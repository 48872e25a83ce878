import { useLocation } from 'react-router';

/** What the visitor put aside on a list, and takes along through its filters, orders and pages. */
export const carriedName = 'compare';

/** The values of this address that are taken along. */
export function useCarried(): readonly string[] {
  return new URLSearchParams(useLocation().search).getAll(carriedName);
}

/** Adds to an address of a list what is taken along. */
export function useCarrying(): (to: string) => string {
  const carried = useCarried();
  if (carried.length === 0) return (to) => to;
  const added = carried.map((value) => `${carriedName}=${encodeURIComponent(value).replaceAll('%3A', ':')}`).join('&');
  return (to) => `${to}${to.includes('?') ? '&' : '?'}${added}`;
}
