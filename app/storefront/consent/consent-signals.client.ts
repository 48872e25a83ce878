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

/**
 * Loads the measuring tag, once, and only for a visitor who allowed it, then tells it of a page by its name in the site
 * map: addresses hold references and one-time links, and never leave the house.
 */
export function measurePage(id: string | null, consent: Consent | null, placeId: string): void {
  if (!id || !consent?.analytics) return;
  loadTag(id);
  page().gtag?.('event', 'page_view', { page_location: `${location.origin}/${placeId}`, page_title: placeId, page_referrer: '' });
}

function loadTag(id: string): void {
  if (document.getElementById('analytics-tag')) return;
  const tag = document.createElement('script');
  tag.id = 'analytics-tag';
  tag.async = true;
  tag.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`;
  document.head.append(tag);
  page().gtag?.('js', new Date());
  page().gtag?.('config', id, { send_page_view: false, page_location: location.origin, page_referrer: '' });
}
