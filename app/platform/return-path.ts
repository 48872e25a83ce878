/**
 * Where a form may send a visitor afterwards: a path of our own site, else the fallback.
 * Refused: other sites in every spelling a browser accepts (`//`, `/\`, a scheme, user parts), control characters
 * and spaces, which browsers strip before they read an address.
 */
export function returnPath(wanted: unknown, fallback = '/'): string {
  if (typeof wanted !== 'string' || wanted.length > 2_000) return fallback;
  // eslint-disable-next-line no-control-regex
  if (!/^\/(?![/\\])[^\\\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff]*$/.test(wanted)) return fallback;
  const base = 'https://own.invalid';
  const url = URL.canParse(wanted, base) ? new URL(wanted, base) : null;
  if (!url || url.origin !== base || url.pathname.startsWith('//')) return fallback;
  return url.pathname + url.search + url.hash;
}
