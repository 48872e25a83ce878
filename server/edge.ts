import { isIP, isIPv4 } from 'node:net';
/** Pure decisions at the edge of HTTP: origin, headers. */

/**
 * A request that changes something must come from our own pages: the browser says so in Sec-Fetch-Site, or in an
 * Origin that is the public address or the host that was asked. Neither header means refused.
 */
export function isOwnOrigin(request: Request, publicUrl: string): boolean {
  const origin = request.headers.get('origin');
  // A page that sends no referrer posts with the origin `null`; then only the browser's own word counts.
  if (origin && origin !== 'null')
    return origin === publicUrl || (isLoopback(origin) && isLoopback(publicUrl) && origin === new URL(request.url).origin);
  return request.headers.get('sec-fetch-site') === 'same-origin';
}

function isLoopback(url: string): boolean {
  const hostname = URL.parse(url)?.hostname;
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}

/** Addresses of the outside services that the house has switched on; nothing else outside may be reached from a page. */
export interface OutsideServices {
  readonly analytics: boolean;
  readonly chat: boolean;
}

const analyticsHosts = {
  script: 'https://www.googletagmanager.com',
  connect: 'https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com',
  img: 'https://www.googletagmanager.com https://*.google-analytics.com',
};
const chatHosts = {
  script: 'https://widget.intercom.io https://js.intercomcdn.com',
  connect: 'https://*.intercom.io wss://*.intercom.io https://*.intercomcdn.com',
  img: 'blob: https://*.intercomcdn.com https://*.intercomassets.com https://*.intercomcdn.eu',
  font: 'https://fonts.intercomcdn.com',
  frame: 'https://intercom-sheets.com',
};

export function securityHeaders(nonce: string, requestId: string, publicUrl: string, outside: OutsideServices): Record<string, string> {
  const services = [outside.analytics ? analyticsHosts : null, outside.chat ? chatHosts : null];
  const hosts = (kind: keyof typeof chatHosts) =>
    services.map((service) => (service && kind in service ? ` ${(service as Partial<typeof chatHosts>)[kind]}` : '')).join('');
  return {
    'Content-Security-Policy': [
      "default-src 'self'",
      `script-src 'self' 'nonce-${nonce}'${hosts('script')}`,
      "style-src 'self' 'unsafe-inline'",
      `img-src 'self' data:${hosts('img')}`,
      `font-src 'self'${hosts('font')}`,
      `connect-src 'self'${hosts('connect')}`,
      ...(outside.chat ? [`frame-src 'self'${hosts('frame')}`] : []),
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
    'X-Request-Id': requestId,
    ...(publicUrl.startsWith('https://') ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/**
 * Where a request comes from: the other end of its connection, or what our own proxies say. Of X-Forwarded-For only as
 * many entries are believed, from the right, as there are proxies of ours; whatever stands before was written by a stranger.
 */
export function addressOf(socket: string | undefined, forwarded: string | null, hops: number): string {
  const near = asWritten(socket ?? '127.0.0.1');
  if (hops === 0 || !forwarded) return near;
  const said = forwarded.split(',').map((each) => each.trim());
  const far = said.at(-hops) ?? said[0]!;
  return isIP(far) ? asWritten(far) : near;
}

/** An address of the old kind that came over a socket of the new kind, as everybody writes it. */
function asWritten(address: string): string {
  const old = address.replace(/^::ffff:/i, '');
  return isIPv4(old) ? old : address;
}
