import { consentKey, parseConsent, receiptKey, type Consent } from './consent.ts';

/** The choice while storage is blocked: it lasts as long as the document. */
let remembered: Consent | null = null;

/** The choice kept in this browser, or the mirror of one that was made without scripts. */
export function readKeptConsent(): Consent | null {
  try {
    const kept = parseConsent(localStorage.getItem(consentKey));
    if (kept) return kept;
    const mirror = new RegExp(`(?:^|; )${consentKey}=([^;]*)`).exec(document.cookie)?.[1];
    const mirrored = mirror ? parseConsent(decodeURIComponent(mirror)) : null;
    if (mirrored) localStorage.setItem(consentKey, JSON.stringify(mirrored));
    return mirrored ?? remembered;
  } catch {
    return remembered;
  }
}

/** Said on the window once a choice is kept, by whichever part of the page took it. */
export const consentKept = 'rihla:consent-kept';
/** Said once the number of its receipt is kept as well. */
export const consentNumbered = 'rihla:consent-numbered';

/** Keeps the choice in the browser and asks the server for a receipt; without an answer the choice stands all the same. */
export function keepConsent(consent: Consent): void {
  remembered = consent;
  try {
    localStorage.setItem(consentKey, JSON.stringify(consent));
  } catch {
    // Blocked storage: asked again on the next document, as nothing could be kept.
  }
  window.dispatchEvent(new Event(consentKept));
  const form = new URLSearchParams();
  for (const [category, on] of Object.entries(consent)) if (on) form.set(category, 'on');
  fetch('/api/consent', { method: 'POST', body: form, keepalive: true, headers: { Accept: 'application/json' } })
    .then((answer) => (answer.ok ? (answer.json() as Promise<{ receipt: string }>) : null))
    .then((given) => {
      if (!given) return;
      localStorage.setItem(receiptKey, given.receipt);
      window.dispatchEvent(new Event(consentNumbered));
    })
    .catch(() => undefined);
}

/** The footer and the cookie policy ask for the dialog by this event. */
export const askForConsent = 'rihla:consent';
