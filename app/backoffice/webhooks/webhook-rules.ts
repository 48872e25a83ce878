import { minuteMs } from '#app/values/dates.ts';

/** What a partner can hear of. A visa is told as decided, never how: that is its traveller's to say. */
export const webhookEvents = ['order.confirmed', 'order.ticketed', 'order.cancelled', 'order.refunded', 'visa.decided'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
/** What the button of a test sends; nobody subscribes to it. */
export const testEvent = 'test';
export const testReference = 'TEST';

export const endpointStates = ['active', 'paused', 'failing', 'ended'] as const;
export type EndpointStatus = (typeof endpointStates)[number];
export const deliveryStates = ['waiting', 'delivered', 'failed', 'dropped'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Pauses after the first try and each further one, in minutes: six tries within some fifteen hours. */
const pauses = [1, 5, 30, 120, 720] as const;

/** When a try that did not arrive is made again; null when it was the last. */
export const pauseAfter = (attempts: number): number | null => {
  const minutes = pauses[attempts - 1];
  return minutes === undefined ? null : minutes * minuteMs;
};

/** So many tries in a row without an arrival, and an address is paused until an owner looks. */
export const failuresUntilPause = 12;

/** So long what was told stays in the log. */
export const keptDays = 90;

export type AddressFault = 'address' | 'https' | 'private';

const longestAddress = 300;
const privateNames = /(^|\.)(localhost|local|internal|lan|intranet|home\.arpa|test|invalid)$/;

/** Why an address cannot be one: told while it is typed. Where its name leads is asked anew at every call. */
export function faultOfAddress(typed: string): AddressFault | null {
  const url = URL.canParse(typed) ? new URL(typed) : null;
  if (!url || typed.length > longestAddress) return 'address';
  if (url.protocol !== 'https:') return 'https';
  if (url.username !== '' || url.password !== '' || url.hash !== '') return 'address';
  const host = url.hostname.replace(/\.$/, '');
  // A partner has a name: numbers are how the inside of a network is reached.
  if (/^[\d.]+$/.test(host) || host.startsWith('[') || privateNames.test(host) || !host.includes('.')) return 'private';
  return url.port !== '' && url.port !== '443' ? 'address' : null;
}

export interface Told {
  readonly id: string;
  readonly event: string;
  readonly reference: string;
  readonly happenedAt: Date;
}

/** What is sent: what happened, of which order, and when. The same for every try, so that a partner can tell doubles. */
export const bodyOf = ({ id, event, reference, happenedAt }: Told): string =>
  JSON.stringify({ id, event, reference, happenedAt: happenedAt.toISOString() });

/** The task that an address is paused; it ends when somebody has decided what becomes of it. */
export const pausedTask = (id: string) => ({ kind: 'webhook-paused', subject: `webhook_endpoints:${id}` });
