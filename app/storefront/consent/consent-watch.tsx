import { lazy, Suspense, useEffect, useState } from 'react';
import { useMatches, useRouteLoaderData } from 'react-router';
import type { RootData } from '../root-data.ts';
import { consentKey, type Consent } from './consent.ts';
import { denyByDefault, measurePage, tellConsent } from './consent-signals.client.ts';
import { askForConsent, consentKept, keepConsent, readKeptConsent } from './keep-consent.ts';

/** After the page has loaded, as the specification says. */
const bannerDelayMs = 1_000;

const load = () => import('./consent-banner.tsx');
const ConsentBanner = lazy(load);

const allowsMore = ({ analytics, marketing, personalization }: Consent) => analytics || marketing || personalization;

/** On every page: asks who has not chosen, tells the analytics mechanism, and opens the dialog when asked to. */
export function ConsentWatch() {
  const analyticsId = useRouteLoaderData<RootData>('root')?.services.analyticsId ?? null;
  const placeId = useMatches().at(-1)?.id ?? '';
  const [shown, setShown] = useState<'nothing' | 'banner' | 'dialog'>('nothing');
  useEffect(() => {
    denyByDefault();
    const kept = readKeptConsent();
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (kept) {
      if (allowsMore(kept)) tellConsent(kept);
    } else {
      const wait = () => {
        void load();
        timer = setTimeout(() => {
          // The second may have been used: a choice was made on the cookie policy, or the dialog is open.
          if (!readKeptConsent()) setShown((now) => (now === 'nothing' ? 'banner' : now));
        }, bannerDelayMs);
      };
      if (document.readyState === 'complete') wait();
      else window.addEventListener('load', wait, { once: true });
    }
    const open = () => setShown('dialog');
    window.addEventListener(askForConsent, open);
    return () => {
      clearTimeout(timer);
      window.removeEventListener(askForConsent, open);
    };
  }, []);
  useEffect(() => {
    measurePage(analyticsId, readKeptConsent(), placeId);
    const kept = () => {
      setShown('nothing');
      measurePage(analyticsId, readKeptConsent(), placeId);
    };
    // Chosen in another tab: this one need not ask any more.
    const elsewhere = (event: StorageEvent) => {
      const choice = event.key === consentKey ? readKeptConsent() : null;
      if (!choice) return;
      // As in the tab itself: a first "Reject All" is told to nobody.
      if (event.oldValue || allowsMore(choice)) tellConsent(choice);
      kept();
    };
    window.addEventListener(consentKept, kept);
    window.addEventListener('storage', elsewhere);
    return () => {
      window.removeEventListener(consentKept, kept);
      window.removeEventListener('storage', elsewhere);
    };
  }, [analyticsId, placeId]);

  if (shown === 'nothing') return null;
  const choose = (consent: Consent, tell: boolean) => {
    // Told first: what is measured once the choice is kept goes by it.
    if (tell) tellConsent(consent);
    keepConsent(consent);
  };
  return (
    <Suspense fallback={null}>
      <ConsentBanner
        asked={shown === 'dialog'}
        chosen={readKeptConsent()}
        onChoose={choose}
        onLeave={() => setShown(readKeptConsent() ? 'nothing' : 'banner')}
      />
    </Suspense>
  );
}
