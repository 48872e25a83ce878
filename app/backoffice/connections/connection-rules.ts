/** What of the outside can be called to see whether it answers. */
export const testedServices = ['payments', 'supplier', 'mail', 'rates', 'location', 'passwords', 'google'] as const;
export type TestedService = (typeof testedServices)[number];
export const isTestedService = (text: string): text is TestedService => (testedServices as readonly string[]).includes(text);

/** Everything outside that the house can be joined to; the others are called by browsers, or have nothing to call. */
export const services = [...testedServices, 'texting', 'chat', 'analytics'] as const;
export type Service = (typeof services)[number];

/**
 * How a test ended: they answered as they should; they answered that they do not want us; their answer made no sense; or
 * nothing came in time.
 */
export type ProbeOutcome = 'answered' | 'refused' | 'unreadable' | 'silent';

export interface Probe {
  readonly outcome: ProbeOutcome;
  /** A status, a day or the code of a fault. Null where there is nothing to add. */
  readonly detail: string | null;
}

/** The last four characters of a secret, where they give nothing away: nine of ten of its characters stay unseen. */
export function lastFour(secret: string | undefined): string | null {
  return secret !== undefined && secret.length >= 24 ? secret.slice(-4) : null;
}

/** Where an address leads, without what may be secret in it: its path, its query, and who signs in. */
export function hostOf(address: string | undefined): string | null {
  return address === undefined ? null : URL.canParse(address) ? new URL(address).host : null;
}

/** An answer of the web by its status alone; null when its body has to be read. */
export function probeOfStatus(status: number): Probe | null {
  if (status < 300) return null;
  return { outcome: status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused' : 'unreadable', detail: String(status) };
}
