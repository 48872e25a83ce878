import { lookup as lookUp } from 'node:dns';
import { request } from 'node:https';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';
import { faultOfAddress } from './webhook-rules.ts';

const waitMs = 8_000;

/** Everything that is not the public network: our own machine, our neighbours, and what stands for them in IPv6. */
const closed = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]) {
  const [net = '', bits] = range.split('/');
  closed.addSubnet(net, Number(bits), 'ipv4');
}
const open6 = new BlockList();
// The global unicast addresses, less those that carry an IPv4 address or belong to nobody.
open6.addSubnet('2000::', 3, 'ipv6');
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(net, bits, 'ipv6');

/** Whether an address is one of the public network. */
export function isPublicAddress(address: string): boolean {
  const bare = address.split('%')[0]!;
  return isIPv6(bare) ? open6.check(bare, 'ipv6') && !closed.check(bare, 'ipv6') : !closed.check(bare, 'ipv4');
}

/**
 * Looks a name up and lets nothing through that is not public: the call is made to the very address that was judged, so that
 * a name cannot lead elsewhere a moment later.
 */
export const publicLookup =
  (resolve: typeof lookUp): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (fault, found) => {
      const refused = !fault && (found.length === 0 || found.some(({ address }) => !isPublicAddress(address)));
      if (fault || refused) {
        const error: NodeJS.ErrnoException = fault ?? Object.assign(new Error('not a public address'), { code: 'EPRIVATE' });
        callback(error, '', 0);
      } else if (options.all) callback(null, found);
      else callback(null, found[0]!.address, found[0]!.family);
    });
  };

export interface Call {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}
/** `answer` is a status, or a word for why there was none. */
export interface CallAnswer {
  readonly arrived: boolean;
  readonly answer: string;
}
export type CallPartner = (call: Call) => Promise<CallAnswer>;

/** Posts to a partner; never throws. What they say is not read, and where they send us on is not followed. */
export const callPartner: CallPartner = ({ url, body, headers }) =>
  new Promise((resolve) => {
    const fault = faultOfAddress(url);
    if (fault) return resolve({ arrived: false, answer: fault });
    const asked = request(url, {
      method: 'POST',
      lookup: publicLookup(lookUp),
      signal: AbortSignal.timeout(waitMs),
      agent: false,
      headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
    });
    asked.on('response', (response) => {
      const status = response.statusCode ?? 0;
      response.destroy();
      resolve({ arrived: status >= 200 && status < 300, answer: String(status) });
    });
    asked.on('error', (error: NodeJS.ErrnoException) => {
      const answer =
        error.name === 'AbortError' || error.name === 'TimeoutError' ? 'timeout' : error.code === 'EPRIVATE' ? 'private' : 'silent';
      resolve({ arrived: false, answer });
    });
    asked.end(body);
  });
