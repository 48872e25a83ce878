import { signedInHint } from '#app/commerce/customers/signed-in-hint.ts';

/*
 * The tabs of one browser tell each other that somebody has signed in or out. Nothing is said and nothing kept: each
 * looks at the hint cookie itself, which is another one after each signing in.
 */

type Listener = (hint: string) => void;

const listeners = new Set<Listener>();
let channel: BroadcastChannel | null = null;
/** The hint that this document stands for; null before it was looked at. */
let known: string | null = null;

/** Empty where nobody is signed in. */
export function readHint(): string {
  return new RegExp(`(?:^|; )${signedInHint}=([^;]*)`).exec(document.cookie)?.[1] ?? '';
}

function look(): void {
  const hint = readHint();
  if (known === null || hint === known) return;
  known = hint;
  for (const listener of listeners) listener(hint);
}

/** Lets the other tabs look where this document, or an answer it got, found another hint than before. */
export function tellTabs(): void {
  channel ??= openChannel();
  const hint = readHint();
  if (hint === known) return;
  known = hint;
  channel?.postMessage(null);
}

/** Old browsers have none: there each tab learns of it once it is looked at. */
function openChannel(): BroadcastChannel | null {
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pageshow', look);
  if (typeof BroadcastChannel === 'undefined') return null;
  const opened = new BroadcastChannel('rihla-visitor');
  opened.addEventListener('message', look);
  return opened;
}

/** Calls with the hint when another tab has signed in or out. Returns how to stop listening. */
export function hearTabs(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
