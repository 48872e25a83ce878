import { data, Form, Link, redirectDocument, useNavigation } from 'react-router';
import { endSession, endSessions, findPasswordHash, findSessions } from '#app/platform/account-store.server.ts';
import { cookieLine } from '#app/platform/cookies.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Notice, Tag } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { DubaiTime } from '../../orders/pages/order-parts.tsx';
import { OwnClock } from '../../orders/pages/own-clock.tsx';
import { changePassword } from '../choose-password.server.ts';
import { askToConfirm } from '../confirm-address.server.ts';
import { deviceName, networkWords } from '../device-name.ts';
import { greetingCookie, greetingValue } from '../greeting.ts';
import { signedInHint } from '../signed-in-hint.ts';
import { AccountFrame } from './account-frame.tsx';
import { PasswordField } from './auth-parts.tsx';
import type { Route } from './+types/security-page.ts';
import './security-page.css';

export const handle = { texts: ['account', 'identity', 'my', 'orders'] };

const notices = ['ended', 'linkSent', 'changed'] as const;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { auth, db, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') throw new Response('Not found', { status: 404 });
  const [current, open, hash] = await Promise.all([
    auth.api.getSession({ headers: request.headers }),
    findSessions(db, viewer.user.id, new Date(clock.now())),
    findPasswordHash(db, viewer.user.id),
  ]);
  const said = url.searchParams.get('said');
  return {
    email: viewer.user.email,
    name: viewer.user.fullName ?? '',
    confirmed: viewer.user.emailVerified,
    hasPassword: hash !== null,
    said: notices.find((notice) => notice === said) ?? null,
    sessions: open
      .map((session) => ({
        id: session.id,
        ...deviceName(session.userAgent),
        network: networkWords(session.address),
        seen: session.seenAt.toISOString(),
        current: session.id === current?.session.id,
      }))
      .sort((a, b) => Number(b.current) - Number(a.current)),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') throw new Response('Not found', { status: 404 });
  const { user } = viewer;
  const form = await request.formData();
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.slice(0, 1_000) : '';
  };
  const { language } = context.get(requestContext);
  const secure = platform.env.publicUrl.startsWith('https://');
  const say = (what: string) => redirectDocument(`/account/security?said=${what}`, 303);
  const wrong = (field: 'current' | 'chosen' | null, error: string, waitSeconds = 0) =>
    data({ field, error, waitMinutes: Math.ceil(waitSeconds / 60) }, { status: waitSeconds > 0 ? 429 : 422 });

  switch (text('act')) {
    case 'end':
      if (!(await endSession(platform.db, user.id, text('session')))) throw new Response('Not found', { status: 404 });
      return say('ended');
    case 'end-all': {
      await endSessions(platform.db, user.id);
      const headers = new Headers();
      headers.append('Set-Cookie', cookieLine(greetingCookie, greetingValue('signed-out-everywhere'), { maxAge: 60, secure }));
      headers.append('Set-Cookie', cookieLine(signedInHint, '', { maxAge: 0, readable: true, secure }));
      return redirectDocument('/auth', { status: 303, headers });
    }
    case 'confirm-address': {
      const asked = user.emailVerified ? null : await askToConfirm(platform, user.id, user.email, language);
      return !asked || asked.ok ? say('linkSent') : wrong(null, asked.refused, asked.waitSeconds);
    }
    case 'change-password': {
      if (text('current') === '') return wrong('current', 'password-missing');
      const session = await platform.auth.api.getSession({ headers: request.headers });
      const keep = { sessionId: session?.session.id ?? '', language };
      const changed = await changePassword(platform, user, { current: text('current'), chosen: text('chosen') }, keep);
      if (changed.ok) return say('changed');
      if (changed.refused === 'too-many-tries') return wrong(null, changed.refused, changed.waitSeconds);
      return changed.refused === 'credentials' ? wrong('current', 'current') : wrong('chosen', changed.refused);
    }
    default:
      throw new Response('Bad request', { status: 400 });
  }
}

export default function SecurityPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('identity');
  const { email, name, confirmed, hasPassword, sessions, said } = loaderData;
  const error = actionData ? t(`error.${actionData.error}`, { count: actionData.waitMinutes }) : null;
  const busy = useNavigation().state === 'submitting' && t('confirm.busy');
  const errorOf = (field: string) => (actionData?.field === field ? (error ?? undefined) : undefined);
  const [firstName = '', ...rest] = name.split(' ');
  return (
    <AccountFrame title={t('security.title')} lede={t('security.lede')}>
      {said && !actionData && <Notice tone="ok" boxed live title={t(`security.${said}`)} />}
      <ErrorSummary faults={actionData && error ? [{ field: actionData.field, message: error }] : []} />

      <section className="secure__part" aria-labelledby="address">
        <h2 id="address">{t('security.address')}</h2>
        <div>
          <p className="secure__address">
            <bdi>{email}</bdi>{' '}
            <Tag tone={confirmed ? 'ok' : 'warn'} icon={confirmed ? 'done' : 'warning'}>
              {t(confirmed ? 'security.confirmed' : 'security.unconfirmed')}
            </Tag>
          </p>
          <p className="small">
            <Link className="link" to="/contact-edit">
              {t('security.changeAddress')}
            </Link>
          </p>
          {!confirmed && (
            <Form method="post" className="secure__form">
              <p>{t('security.unconfirmedText')}</p>
              <Button name="act" value="confirm-address" busy={busy}>
                {t('security.sendLink')}
              </Button>
            </Form>
          )}
        </div>
      </section>

      <section className="secure__part" aria-labelledby="devices">
        <h2 id="devices">{t('security.devices')}</h2>
        <div>
          <ul className="secure__devices">
            {sessions.map((session) => (
              <Device key={session.id} session={session} />
            ))}
          </ul>
          <Form method="post" className="secure__form">
            <p>{t('security.everywhereText')}</p>
            <Button name="act" value="end-all" look="danger" icon="sign-out">
              {t('security.everywhere')}
            </Button>
          </Form>
        </div>
      </section>

      <section className="secure__part" aria-labelledby="password">
        <h2 id="password">{t('security.password')}</h2>
        {hasPassword ? (
          <Form method="post" className="secure__form" noValidate>
            <input type="hidden" name="act" value="change-password" />
            <input type="email" name="email" autoComplete="username" defaultValue={email} readOnly hidden />
            <PasswordField
              name="current"
              label={t('security.current')}
              isNew={false}
              person={{ email, firstName: '', lastName: '' }}
              error={errorOf('current')}
            />
            <PasswordField
              name="chosen"
              label={t('security.chosen')}
              isNew
              person={{ email, firstName, lastName: rest.join(' ') }}
              error={errorOf('chosen')}
            />
            <Button look="ink" busy={busy}>
              {t('security.change')}
            </Button>
          </Form>
        ) : (
          <div className="secure__form">
            <p>{t('security.noPassword')}</p>
            <ButtonLink to="/auth/forgot-password">{t('security.choose')}</ButtonLink>
          </div>
        )}
      </section>
    </AccountFrame>
  );
}

interface ShownSession {
  readonly id: string;
  readonly browser: string | null;
  readonly system: string | null;
  readonly network: string | null;
  readonly seen: string;
  readonly current: boolean;
}

function Device({ session }: { session: ShownSession }) {
  const t = useTexts('identity');
  const orders = useTexts('orders');
  const device = t('security.device', {
    browser: session.browser ?? t('security.unknownBrowser'),
    system: session.system ?? t('security.unknownSystem'),
  });
  return (
    <li>
      <Icon name={['iPhone', 'iPad', 'Android'].includes(session.system ?? '') ? 'handset' : 'computer'} />
      <div className="secure__words">
        <p>
          <b>{device}</b> {session.current && <Tag tone="saffron">{t('security.this')}</Tag>}
        </p>
        <p className="secure__seen">
          {t('security.seen')} <DubaiTime at={session.seen} /> {orders('clock.dubai')}
          <OwnClock at={session.seen} /> · {t('security.network')} <bdi>{session.network ?? t('security.unknownNetwork')}</bdi>
        </p>
      </div>
      {!session.current && (
        <Form method="post">
          <input type="hidden" name="session" value={session.id} />
          <Button small name="act" value="end" aria-label={t('security.endNamed', { device })}>
            {t('security.end')}
          </Button>
        </Form>
      )}
    </li>
  );
}
