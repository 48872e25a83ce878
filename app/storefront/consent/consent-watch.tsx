import { lazy, Suspense, useEffect, useState } from 'react';
import { useMatches, useRouteLoaderData } from 'react-router';
import type { RootData } from '../root-data.ts';
import type { Consent } from './consent.ts';
import { denyByDefault, measurePage, tellConsent } from './consent-signals.client.ts';
import { askForConsent, keepConsent, readKeptConsent } from './keep-consent.ts';

/** After the page has loaded, as the specification says. */
const bannerDelayMs = 1_000;

const load = () => import('./consent-banner.tsx');
const ConsentBanner = lazy(load);

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
      if (kept.analytics || kept.marketing || kept.personalization) tellConsent(kept);
    } else {
      const wait = () => {
        void load();
        timer = setTimeout(() => setShown('banner'), bannerDelayMs);
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
  useEffect(() => measurePage(analyticsId, readKeptConsent(), placeId), [analyticsId, placeId]);

  if (shown === 'nothing') return null;
  const choose = (consent: Consent, tell: boolean) => {
    keepConsent(consent);
    if (tell) tellConsent(consent);
    measurePage(analyticsId, consent, placeId);
    setShown('nothing');
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
