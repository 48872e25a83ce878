/** Local storage key of the choice, and name of the cookie that mirrors a choice made without scripts. */
export const consentKey = 'rihla-cookie-consent';

/** Where the browser keeps the number of its receipt. */
export const receiptKey = 'rihla-consent-receipt';

/** Changes when the words of the banner, the dialog or the cookie policy change in meaning. */
export const consentWording = '2026-11';

/** The categories a visitor may switch; necessary is always on. */
export const optionalCategories = ['analytics', 'marketing', 'personalization'] as const;
export type OptionalCategory = (typeof optionalCategories)[number];

export interface Consent {
  readonly necessary: true;
  readonly analytics: boolean;
  readonly marketing: boolean;
  readonly personalization: boolean;
}

export const everything: Consent = { necessary: true, analytics: true, marketing: true, personalization: true };
export const onlyNecessary: Consent = { necessary: true, analytics: false, marketing: false, personalization: false };

/** A stored choice; null for anything else, so that a broken one is asked again. By hand: a schema would cost every page 17 KB. */
export function parseConsent(text: string | null): Consent | null {
  if (!text) return null;
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found !== 'object' || found === null) return null;
    const { necessary, analytics, marketing, personalization } = found as Record<string, unknown>;
    if (necessary !== true || typeof analytics !== 'boolean' || typeof marketing !== 'boolean' || typeof personalization !== 'boolean')
      return null;
    return { necessary, analytics, marketing, personalization };
  } catch {
    return null;
  }
}

/** The choice in a posted form: a switch that is off is not sent. */
export function readChoice(form: Pick<FormData, 'get'>): Consent {
  const on = (category: OptionalCategory) => form.get(category) === 'on';
  return { necessary: true, analytics: on('analytics'), marketing: on('marketing'), personalization: on('personalization') };
}

export type Signal = 'granted' | 'denied';

/** What the analytics consent mechanism is told; marketing is its ad storage. */
export function signalsOf({ analytics, marketing, personalization }: Consent) {
  const word = (on: boolean): Signal => (on ? 'granted' : 'denied');
  return { analytics_storage: word(analytics), ad_storage: word(marketing), personalization_storage: word(personalization) };
}
