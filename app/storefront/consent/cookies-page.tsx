import { useEffect, useState } from 'react';
import { redirect, useLoaderData } from 'react-router';
import { cookieLine, readCookie } from '#app/platform/cookies.ts';
import { networkOf, takeTry } from '#app/platform/limiter.server.ts';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { Notice } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { Route } from './+types/cookies-page.ts';
import { consentKey, parseConsent, readChoice, receiptKey, type Consent } from './consent.ts';
import { tellConsent } from './consent-signals.client.ts';
import { keepReceipt } from './consent-store.server.ts';
import { ConsentSwitches } from './consent-switches.tsx';
import { consentKept, consentNumbered, keepConsent, readKeptConsent } from './keep-consent.ts';
import { storedThings } from './stored-things.ts';
import './cookies-page.css';

export const handle = { texts: ['consent'] };

const perNetwork = { name: 'consent:network', most: 60, perMs: 3_600_000 };
const halfYear = 15_552_000;

export function loader({ request, context }: Route.LoaderArgs) {
  const { env } = context.get(platformContext);
  const mirror = parseConsent(readCookie(request.headers.get('cookie'), consentKey));
  return {
    mirror,
    saved: new URL(request.url).searchParams.get('saved') === '1',
    outside: { analytics: Boolean(env.ANALYTICS_ID), chat: Boolean(env.CHAT_APP_ID) },
  };
}

/** The choice of a browser without scripts: a receipt, and a cookie that a later script copies. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock, env } = context.get(platformContext);
  const { address, language } = context.get(requestContext);
  const wait = await takeTry(db, clock, perNetwork, networkOf(address));
  if (wait > 0) throw new Response('Too many choices', { status: 429, headers: { 'Retry-After': String(wait) } });
  const choice = readChoice(await request.formData());
  await keepReceipt(db, clock.now(), choice, language);
  const secure = env.publicUrl.startsWith('https://');
  return redirect('/cookies?saved=1#choice', {
    status: 303,
    headers: { 'Set-Cookie': cookieLine(consentKey, JSON.stringify(choice), { maxAge: halfYear, readable: true, secure }) },
  });
}

/** The policy, the list of everything this site stores, and the switches themselves. */
export default function CookiesPage() {
  const t = useTexts('consent');
  const { mirror, saved, outside } = useLoaderData<typeof loader>();
  const [kept, setKept] = useState<{ consent: Consent | null; receipt: string | null; saved: boolean } | null>(null);
  useEffect(() => {
    const receipt = () => {
      try {
        return localStorage.getItem(receiptKey);
      } catch {
        return null;
      }
    };
    setKept({ consent: readKeptConsent(), receipt: receipt(), saved: false });
    // Chosen here, in the banner or in its dialog: the switches show it, and the number on record follows.
    const chosen = () => setKept({ consent: readKeptConsent(), receipt: null, saved: true });
    const numbered = () => setKept((now) => now && { ...now, receipt: receipt() });
    window.addEventListener(consentKept, chosen);
    window.addEventListener(consentNumbered, numbered);
    return () => {
      window.removeEventListener(consentKept, chosen);
      window.removeEventListener(consentNumbered, numbered);
    };
  }, []);
  const groups = ['necessary', 'analytics', 'marketing', 'personalization'] as const;
  return (
    <main id="main" className="wrap cookies">
      <h1 tabIndex={-1}>{t('policy.title')}</h1>
      <p className="lede">{t('policy.lede')}</p>

      <section id="choice" className="cookies__choice" aria-labelledby="choice-title">
        <h2 id="choice-title">{t('policy.choiceTitle')}</h2>
        {(saved || kept?.saved) && <Notice tone="ok" title={t('policy.saved')} />}
        <form
          method="post"
          onSubmit={(event) => {
            event.preventDefault();
            const choice = readChoice(new FormData(event.currentTarget));
            tellConsent(choice);
            keepConsent(choice);
          }}
        >
          {/* Drawn anew only where this browser keeps another choice: what was switched before the script came stays. */}
          <ConsentSwitches key={JSON.stringify(kept ? kept.consent : mirror)} chosen={kept ? kept.consent : mirror} />
          <p className="cookies__save">
            <button className="btn btn--go">{t('dialog.save')}</button>
          </p>
        </form>
        {kept?.receipt && (
          <p className="muted small">
            {t('policy.receipt')} <bdi>{kept.receipt}</bdi>
          </p>
        )}
      </section>

      <section aria-labelledby="stored-title">
        <h2 id="stored-title">{t('policy.storedTitle')}</h2>
        <p>{t('policy.storedText')}</p>
        {groups.map((group) => {
          const things = storedThings.filter((thing) => thing.category === group && (!thing.needs || outside[thing.needs]));
          return (
            <div key={group} className="cookies__group">
              <h3>{t(`categories.${group}.name`)}</h3>
              {things.length === 0 ? (
                <p className="muted">{t('policy.nothing')}</p>
              ) : (
                <table>
                  <thead>
                    <tr>
                      <th scope="col">{t('policy.columns.name')}</th>
                      <th scope="col">{t('policy.columns.where')}</th>
                      <th scope="col">{t('policy.columns.what')}</th>
                      <th scope="col">{t('policy.columns.howLong')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {things.map((thing) => (
                      <tr key={thing.name}>
                        <th scope="row">
                          <bdi>{thing.name}</bdi>
                        </th>
                        <td>{t(`policy.where.${thing.where}`)}</td>
                        <td>{t(`things.${thing.key}`)}</td>
                        <td>{t(`policy.howLong.${thing.howLong}`)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              )}
            </div>
          );
        })}
      </section>

      <section aria-labelledby="change-title">
        <h2 id="change-title">{t('policy.changeTitle')}</h2>
        <p>{t('policy.changeText')}</p>
      </section>
    </main>
  );
}
