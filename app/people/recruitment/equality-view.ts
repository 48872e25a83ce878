/**
 * The year that the address of the equality figures asks for, else the newest of those that may be told; null without any. A year at a time and for the whole house:
 * what may be cut in two ways can be subtracted, and a remainder of three is three people.
 */
export function readEqualityYear(query: URLSearchParams, years: readonly number[]): number | null {
  const asked = query.get('year');
  return years.find((year) => String(year) === asked) ?? years[0] ?? null;
}
