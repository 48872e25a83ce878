import { data, Form, redirect, useNavigation } from 'react-router';
import { cookieLine } from '#app/platform/cookies.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { signedInHint } from '#app/commerce/customers/signed-in-hint.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { DuskScene } from './dusk-scene.tsx';
import { findWaiting, proveSecondFactor } from './second-factor.server.ts';
import { staffPath } from './staff-path.ts';
import type { Route } from './+types/second-step-page.ts';
import './backoffice.css';

export const handle = { texts: ['staff', 'staff-security'] };

/** Only for somebody whose password was right; everyone else begins at the beginning. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  if (context.get(viewerContext).kind === 'staff') throw redirect(staffPath(url.searchParams.get('next')));
  const waiting = await findWaiting(context.get(platformContext), request.headers);
  if (!waiting) throw redirect('/admin/login');
  return { email: waiting.email };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const next = staffPath(url.searchParams.get('next'));
  if (context.get(viewerContext).kind === 'staff') throw redirect(next, 303);
  const waiting = await findWaiting(platform, request.headers);
  if (!waiting) throw redirect('/admin/login', 303);
  const typed = (await request.formData()).get('code');
  if (typeof typed !== 'string' || typed.trim() === '') return data({ error: 'missing', waitMinutes: 0 }, { status: 400 });
  const { address, requestId } = context.get(requestContext);
  const proved = await proveSecondFactor(platform, waiting, typed.slice(0, 40), { headers: request.headers, address, requestId });
  if (!proved.ok)
    return data(
      { error: proved.refused, waitMinutes: Math.ceil((proved.waitSeconds ?? 0) / 60) },
      { status: proved.refused === 'too-many-tries' ? 429 : 401 },
    );
  const headers = new Headers();
  for (const line of proved.value.cookies) headers.append('Set-Cookie', line);
  const secure = platform.env.publicUrl.startsWith('https://');
  headers.append('Set-Cookie', cookieLine(signedInHint, '1', { maxAge: 30 * 24 * 3600, readable: true, secure }));
  return redirect(next, { status: 303, headers });
}

export default function SecondStepPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-security');
  const staff = useTexts('staff');
  const busy = useNavigation().state === 'submitting';
  const error = actionData ? t(`error.${actionData.error}`, { count: actionData.waitMinutes }) : null;
  return (
    <div className="bo-login">
      <header className="bo-login__art">
        <DuskScene />
        <p>{staff('login.brand')}</p>
      </header>
      <main id="main" className="bo-login__form">
        <div>
          <Form method="post" noValidate>
            <h1 tabIndex={-1}>{t('step.title')}</h1>
            <p className="muted">
              {t('step.lede')} <bdi>{loaderData.email}</bdi>
            </p>
            <label htmlFor="code">{t('step.code')}</label>
            <input
              id="code"
              name="code"
              dir="ltr"
              inputMode="text"
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? 'code-error code-hint' : 'code-hint'}
              required
            />
            {error && (
              <p id="code-error" className="bo-wrong" role="alert">
                {error}
              </p>
            )}
            <p id="code-hint" className="muted">
              {t('step.hint')}
            </p>
            <button className="bo-btn bo-btn--p bo-btn--wide" type="submit" aria-disabled={busy}>
              {busy ? staff('login.busy') : staff('login.go')}
            </button>
          </Form>
          <form method="post" action="/sign-out" className="bo-login__other">
            <button className="bo-btn" type="submit">
              {t('step.other')}
            </button>
          </form>
        </div>
      </main>
    </div>
  );
}
