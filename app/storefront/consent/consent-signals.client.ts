import { signalsOf, type Consent } from './consent.ts';

interface SignalWindow {
  dataLayer?: unknown[];
  gtag?: (...words: unknown[]) => void;
}

const page = () => window as unknown as SignalWindow;

/** Opens the consent mechanism with everything denied. Must run before anything that could store. */
export function denyByDefault(): void {
  const here = page();
  here.dataLayer ??= [];
  here.gtag ??= function gtag() {
    // The mechanism reads the arguments object itself, not an array of them.
    // oxlint-disable-next-line prefer-rest-params
    here.dataLayer!.push(arguments);
  };
  here.gtag('consent', 'default', {
    analytics_storage: 'denied',
    ad_storage: 'denied',
    ad_user_data: 'denied',
    ad_personalization: 'denied',
    personalization_storage: 'denied',
  });
}

export function tellConsent(consent: Consent): void {
  page().gtag?.('consent', 'update', signalsOf(consent));
}

/** Loads the measuring tag, once, and only for a visitor who allowed it. */
export function loadAnalytics(id: string | null, consent: Consent): void {
  if (!id || !consent.analytics || document.getElementById('analytics-tag')) return;
  const tag = document.createElement('script');
  tag.id = 'analytics-tag';
  tag.async = true;
  tag.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`;
  document.head.append(tag);
  page().gtag?.('js', new Date());
  page().gtag?.('config', id);
}
