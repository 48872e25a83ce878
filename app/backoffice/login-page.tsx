import { useState } from 'react';
import { data, Form, redirect, useNavigation } from 'react-router';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { DuskScene } from './dusk-scene.tsx';
import { secondStepPath, staffPath } from './staff-path.ts';
import { findWaiting } from './second-factor.server.ts';
import { signInStaff } from './sign-in-staff.server.ts';
import type { Route } from './+types/login-page.ts';
import './backoffice.css';

export const handle = { texts: ['staff'] };

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'staff') throw redirect(staffPath(url.searchParams.get('next')));
  if (viewer.kind === 'customer' && (await findWaiting(context.get(platformContext), request.headers)))
    throw redirect(secondStepPath(url.searchParams.get('next')));
  return {
    signedInAs: viewer.kind === 'customer' ? viewer.user.email : null,
    ended: url.searchParams.has('ended'),
    chosen: url.searchParams.has('chosen'),
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await request.formData();
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const facts = context.get(requestContext);
  const email = text('email').slice(0, 254);
  const missing = { email: email.trim() === '', password: text('password') === '' };
  if (missing.email || missing.password) return data({ email, missing, toast: null }, { status: 400 });
  const signedIn = await signInStaff(context.get(platformContext), {
    email,
    password: text('password').slice(0, 128),
    address: facts.address,
    requestId: facts.requestId,
    headers: request.headers,
  });
  if (signedIn.ok) {
    const headers = new Headers();
    for (const line of signedIn.headers.getSetCookie()) headers.append('Set-Cookie', line);
    const next = url.searchParams.get('next');
    return redirect(signedIn.secondStep ? secondStepPath(next) : staffPath(next), { headers });
  }
  const toast =
    signedIn.refused === 'wait'
      ? { kind: 'wait' as const, minutes: Math.ceil(signedIn.seconds / 60) }
      : { kind: 'failed' as const, message: signedIn.refused === 'credentials' ? signedIn.message : '' };
  return data({ email, missing, toast }, { status: signedIn.refused === 'wait' ? 429 : signedIn.refused === 'fault' ? 503 : 401 });
}

export default function LoginPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff');
  const busy = useNavigation().state === 'submitting';
  const toast = actionData?.toast;
  return (
    <div className="bo-login">
      <header className="bo-login__art">
        <DuskScene />
        <p>{t('login.brand')}</p>
      </header>
      <main id="main" className="bo-login__form">
        <Form method="post" noValidate>
          <h1 tabIndex={-1}>{t('login.title')}</h1>
          <p className="muted">{t('login.lede')}</p>
          {loaderData.ended && (
            <p className="bo-note" role="status">
              {t('login.ended')}
            </p>
          )}
          {loaderData.chosen && !actionData && (
            <p className="bo-note" role="status">
              {t('login.chosen')}
            </p>
          )}
          {loaderData.signedInAs && (
            <p className="bo-note">
              {t('login.notStaff')} <bdi>{loaderData.signedInAs}</bdi>
            </p>
          )}
          <label htmlFor="email">{t('login.email')}</label>
          <input
            id="email"
            name="email"
            type="email"
            dir="ltr"
            autoComplete="username"
            defaultValue={actionData?.email ?? ''}
            aria-invalid={actionData?.missing.email || undefined}
            aria-describedby={actionData?.missing.email ? 'email-error' : undefined}
            required
          />
          {actionData?.missing.email && (
            <p id="email-error" className="bo-wrong">
              {t('login.emailMissing')}
            </p>
          )}
          <label htmlFor="password">{t('login.password')}</label>
          <input
            id="password"
            name="password"
            type="password"
            dir="ltr"
            autoComplete="current-password"
            aria-invalid={Boolean(actionData?.missing.password || toast?.kind === 'failed') || undefined}
            aria-describedby={actionData ? 'password-error' : undefined}
            required
          />
          {(actionData?.missing.password || toast?.kind === 'failed') && (
            <p id="password-error" className="bo-wrong">
              {toast ? t('login.check') : t('login.passwordMissing')}
            </p>
          )}
          <button className="bo-btn bo-btn--p bo-btn--wide" type="submit" aria-disabled={busy}>
            {busy ? t('login.busy') : t('login.go')}
          </button>
        </Form>
      </main>
      {/* A new key for each answer: a toast that was closed comes back when it fails again. */}
      {toast && <Toast key={JSON.stringify(actionData)} toast={toast} />}
    </div>
  );
}

/** The specified destructive toast. It stays until it is closed, and is in the page without JavaScript too. */
function Toast({ toast }: { toast: { kind: 'failed'; message: string } | { kind: 'wait'; minutes: number } }) {
  const t = useTexts('staff');
  const [open, setOpen] = useState(true);
  if (!open) return null;
  return (
    <div className="bo-toast" role="alert">
      <Icon name="warning" small />
      <div>
        <b lang="en">Sign in failed</b>
        <p>{toast.kind === 'wait' ? t('login.wait', { count: toast.minutes }) : toast.message || 'An error occurred'}</p>
      </div>
      <button type="button" aria-label={t('login.close')} onClick={() => setOpen(false)}>
        <Icon name="close" small />
      </button>
    </div>
  );
}
