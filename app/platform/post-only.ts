/** The loader of an address that is asked by POST alone: what leaves the house or changes it is never opened by a link. */
export function postOnly() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}
