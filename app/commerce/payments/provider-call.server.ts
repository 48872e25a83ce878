import type { CallRefusal } from './payment-provider.ts';

export type Reply =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'silent'; readonly detail: string };

/** No provider keeps us longer than this; what it did by then is found out by asking. */
export const callTimeoutMs = 10_000;

/**
 * One request to a provider: never throws, never follows a redirect, and ends in time. A connection that broke is tried
 * once more: reading changes nothing, and a change carries its key, which the provider honours once.
 */
export async function ask(url: string, init: RequestInit, timeoutMs = callTimeoutMs): Promise<Reply> {
  const signal = AbortSignal.timeout(timeoutMs);
  for (let tries = 1; ; tries += 1) {
    try {
      const response = await fetch(url, { ...init, redirect: 'error', signal });
      const text = await response.text();
      return asReply(response.status, text);
    } catch (fault) {
      if (signal.aborted || tries === 2) return { kind: 'silent', detail: signal.aborted ? 'timeout' : (fault as Error).message };
    }
  }
}

function asReply(status: number, text: string): Reply {
  try {
    return { kind: 'answered', status, body: JSON.parse(text) as unknown };
  } catch {
    return { kind: 'silent', detail: `answer ${status} is not JSON` };
  }
}

/** A status that says for certain that nothing was done; null when it may have been. */
export function refusalOf(status: number): CallRefusal | null {
  if (status === 404) return 'not-found';
  if (status === 409) return 'not-possible';
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) return 'bad-request';
  return null;
}
