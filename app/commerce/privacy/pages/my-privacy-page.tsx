import { data, Form, redirectDocument, useNavigation } from 'react-router';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { cookieLine } from '#app/platform/cookies.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Checkbox } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { Notice, Tag } from '#app/ui/notice.tsx';
import { dubaiDay, sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { AccountFrame } from '../../customers/pages/account-frame.tsx';
import { greetingCookie, greetingValue } from '../../customers/greeting.ts';
import { hasProvedAgain } from '../../customers/prove-again.server.ts';
import { signedInHint } from '../../customers/signed-in-hint.ts';
import type { Hindrance } from '../erasure-rules.ts';
import { listRequestsOf } from '../privacy-requests-store.server.ts';
import { askCopy, askErasure, personOfAccount, takeBack } from '../request-privacy.server.ts';
import { weighErasure } from '../weigh-erasure.server.ts';
import type { Route } from './+types/my-privacy-page.ts';
import './my-privacy.css';

export const handle = { texts: ['my', 'privacy'] };

const notices = ['asked', 'kept'] as const;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') throw new Response('Not found', { status: 404 });
  const [requests, proved, weighed] = await Promise.all([
    listRequestsOf(platform.db, viewer.user.id),
    hasProvedAgain(platform, request.headers),
    weighErasure(platform, personOfAccount(viewer.user)),
  ]);
  const now = platform.clock.now();
  const erasing = requests.find(({ kind, status }) => kind === 'erase' && status === 'waiting');
  const copies = requests.filter(({ kind }) => kind === 'export');
  const said = url.searchParams.get('said');
  return {
    proved,
    hindrances: weighed.hindrances,
    invoices: weighed.invoices,
    said: notices.find((notice) => notice === said) ?? null,
    making: copies.some(({ status }) => status === 'waiting'),
    copies: copies
      .filter(({ status, fileUntil }) => status === 'ready' && fileUntil && fileUntil.getTime() > now)
      .map(({ id, askedAt, fileUntil }) => ({ id, asked: askedAt.toISOString(), until: fileUntil!.toISOString() })),
    erasing: erasing?.actsAt ? { id: erasing.id, on: erasing.actsAt.toISOString() } : null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const form = await request.formData();
  const act = form.get('act');
  const wrong = (error: string, status: number, field: 'sure' | null = null, waitSeconds = 0) =>
    data({ error, field, hours: Math.ceil(waitSeconds / 3600) }, { status });

  // Keeping an account asks for nothing more than being in it.
  if (act === 'keep') {
    const mine = (await listRequestsOf(platform.db, viewer.user.id)).find(({ id }) => id === form.get('request'));
    if (!mine) throw new Response('Not found', { status: 404 });
    return (await takeBack(platform, mine.id)) ? redirectDocument('/account/privacy?said=kept', 303) : wrong('too-late', 409);
  }
  if (!(await hasProvedAgain(platform, request.headers))) return redirectDocument('/account/prove?next=%2Faccount%2Fprivacy', 303);
  if (act === 'copy') {
    const asked = await askCopy(platform, viewer.user, language);
    return asked.ok ? redirectDocument('/account/privacy?said=asked', 303) : wrong(asked.refused, 429, null, asked.waitSeconds);
  }
  if (act !== 'erase-now' && act !== 'erase-later') throw new Response('Bad request', { status: 400 });
  if (form.get('sure') !== 'on') return wrong('not-sure', 422, 'sure');
  const asked = await askErasure(platform, viewer.user, act === 'erase-now' ? 'now' : 'later', language);
  if (!asked.ok) return wrong(asked.refused, 409);
  if (act === 'erase-later') return redirectDocument('/account/privacy', 303);
  const secure = platform.env.publicUrl.startsWith('https://');
  const headers = new Headers();
  headers.append('Set-Cookie', cookieLine(greetingCookie, greetingValue('account-deleted'), { maxAge: 60, secure }));
  headers.append('Set-Cookie', cookieLine(signedInHint, '', { maxAge: 0, readable: true, secure }));
  return redirectDocument('/', { status: 303, headers });
}

export default function MyPrivacyPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('privacy');
  const { proved, hindrances, invoices, said, making, copies, erasing } = loaderData;
  const busy = useNavigation().state === 'submitting';
  const error = actionData ? t(`error.${actionData.error}`, { count: actionData.hours }) : null;
  const proof = (
    <>
      <p className="muted">{t('proveFirst')}</p>
      <ButtonLink to="/account/prove?next=%2Faccount%2Fprivacy" icon="lock">
        {t('prove')}
      </ButtonLink>
    </>
  );
  return (
    <AccountFrame title={t('title')} lede={t('lede')}>
      {said && !actionData && (
        <Notice tone="ok" boxed live>
          {t(`said.${said}`)}
        </Notice>
      )}
      <ErrorSummary faults={actionData && error ? [{ field: actionData.field, message: error }] : []} />
      {erasing && <Leaving id={erasing.id} on={erasing.on} />}

      <section className="mine__part prv" aria-labelledby="copy">
        <h2 id="copy">{t('copyTitle')}</h2>
        <p>{t('copyText')}</p>
        {making && (
          <Notice tone="info" boxed>
            {t('making')}
          </Notice>
        )}
        {copies.length > 0 && (
          <ul className="mine__list">
            {copies.map((copy) => (
              <li key={copy.id}>
                <p>
                  <Tag tone="ok" icon="done">
                    {t('ready')}
                  </Tag>{' '}
                  <DateText date={dubaiDay(copy.asked)} form="long" /> <span className="muted">{t('until')}</span>{' '}
                  <DateText date={dubaiDay(copy.until)} form="long" />
                </p>
                <a className="link" href={`/account/privacy/copy?request=${copy.id}`} download>
                  {t('fetch')}
                </a>
              </li>
            ))}
          </ul>
        )}
        {proved && !making && (
          <Form method="post">
            <Button name="act" value="copy" look="ink" icon="download" busy={busy && t('busy')}>
              {t('makeCopy')}
            </Button>
          </Form>
        )}
        {!proved && !making && proof}
      </section>

      {!erasing && (
        <section className="mine__part prv" aria-labelledby="leave">
          <h2 id="leave">{t('leaveTitle')}</h2>
          <p>{t('leaveText')}</p>
          <div className="prv__fates">
            <Fate title={t('goes')} icon="close" points={['account', 'travellers', 'words', 'letter']} of="goesList" />
            <Fate title={t('stays')} icon="lock" points={['invoices', 'payments', 'record']} of="staysList" />
          </div>
          <p className="muted">
            <KeptPapers {...invoices} /> {t('noName')}
          </p>
          {hindrances.length > 0 ? (
            <Hindered hindrances={hindrances} />
          ) : proved ? (
            <LeaveForm error={actionData?.field ? error : null} busy={busy} />
          ) : (
            proof
          )}
        </section>
      )}
    </AccountFrame>
  );
}

/** An erasing that waits for its day. */
function Leaving({ id, on }: { id: string; on: string }) {
  const t = useTexts('privacy');
  const language = useLanguage();
  return (
    <section className="prv__leaving" aria-labelledby="leaving">
      <h2 id="leaving">{t('leavingTitle', { date: sayDay(on, language, 'long') })}</h2>
      <p>{t('leavingText')}</p>
      <Form method="post">
        <input type="hidden" name="request" value={id} />
        <Button name="act" value="keep" look="go">
          {t('keep')}
        </Button>
      </Form>
    </section>
  );
}

function Fate({ title, icon, points, of }: { title: string; icon: 'close' | 'lock'; points: readonly string[]; of: string }) {
  const t = useTexts('privacy');
  return (
    <div>
      <h3>{title}</h3>
      <ul>
        {points.map((point) => (
          <li key={point}>
            <Icon name={icon} small />
            <span>{t(`${of}.${point}`)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function KeptPapers({ count, until }: { count: number; until: string | null }) {
  const t = useTexts('privacy');
  const language = useLanguage();
  return until ? t('keptPapers', { count, date: formatDate(until, language, 'long') }) : t('noPapers');
}

function Hindered({ hindrances }: { hindrances: readonly Hindrance[] }) {
  const t = useTexts('privacy');
  return (
    <Notice tone="warn" boxed title={t('hindered')}>
      <ul className="prv__why">
        {hindrances.map(({ kind, reference }) => (
          <li key={`${kind}${reference}`}>
            {kind === 'credit-left' ? (
              <a className="link" href="/account/credit">
                {t(`hindrance.${kind}`)}
              </a>
            ) : (
              t(`hindrance.${kind}`)
            )}{' '}
            {reference && (
              <a className="link" href={`/track?order=${reference}`}>
                <bdi>{reference}</bdi>
              </a>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function LeaveForm({ error, busy }: { error: string | null; busy: boolean }) {
  const t = useTexts('privacy');
  return (
    <Form method="post" className="prv__leave" noValidate>
      <Checkbox name="sure" label={t('sure')} error={error ?? undefined} />
      <div className="prv__ways">
        <div>
          <Button name="act" value="erase-later" look="danger" busy={busy && t('busy')}>
            {t('eraseLater')}
          </Button>
          <p className="muted small">{t('eraseLaterText')}</p>
        </div>
        <div>
          <Button name="act" value="erase-now" look="line" busy={busy && t('busy')}>
            {t('eraseNow')}
          </Button>
          <p className="muted small">{t('eraseNowText')}</p>
        </div>
      </div>
    </Form>
  );
}
