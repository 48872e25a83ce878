import { data, Form, redirectDocument, useNavigation } from 'react-router';
import { cookieLine } from '#app/platform/cookies.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { findOpenLink } from '../account-links-store.server.ts';
import { confirmByLink } from '../confirm-address.server.ts';
import { greetingCookie, greetingValue } from '../greeting.ts';
import { confirmSignUp, isOwnSignUp } from '../sign-up.server.ts';
import { AuthPaper, PasswordField } from './auth-parts.tsx';
import { DeadLink } from './dead-link.tsx';
import type { Route } from './+types/confirm-page.ts';
import { takeDraftAlong } from './take-draft-along.server.ts';

export const handle = { texts: ['account', 'identity'] };

/** The address of this page is a secret; with no referrer at all, its form would not say that it is ours. */
export function headers() {
  return { 'Referrer-Policy': 'same-origin', 'Cache-Control': 'no-store' };
}

const findLink = (platform: Platform, token: string) =>
  findOpenLink(platform.db, token, new Date(platform.clock.now()), ['sign-up', 'verify-email']);

/** Only looks: programs that read mails open every link, and must confirm nothing. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const link = await findLink(platform, params.token);
  if (!link) return data({ kind: 'dead' as const, token: '', email: '' }, { status: 410 });
  const shown = { email: link.email, token: params.token };
  if (link.kind === 'sign-up')
    return { ...shown, kind: (await isOwnSignUp(platform, link, request.headers)) ? ('sign-up' as const) : ('other-browser' as const) };
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') return { ...shown, kind: 'sign-in-first' as const };
  return { ...shown, kind: viewer.user.id === link.userId ? ('address' as const) : ('other-account' as const) };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const form = await request.formData();
  const link = await findLink(platform, params.token);
  if (!link) return data({ error: null, waitMinutes: 0 }, { status: 410 });
  const headers = new Headers();
  if (link.kind === 'verify-email') {
    const viewer = context.get(viewerContext);
    if (viewer.kind === 'anonymous' || viewer.user.id !== link.userId) return data({ error: null, waitMinutes: 0 }, { status: 403 });
    const confirmed = await confirmByLink(platform, link);
    if (!confirmed.ok) return data({ error: null, waitMinutes: 0 }, { status: 410 });
    const secure = platform.env.publicUrl.startsWith('https://');
    headers.append(
      'Set-Cookie',
      cookieLine(greetingCookie, greetingValue('email-confirmed', confirmed.value.joined), { maxAge: 60, secure }),
    );
    return redirectDocument('/account/security', { status: 303, headers });
  }
  const typed = form.get('password');
  const made = await confirmSignUp(platform, link, typeof typed === 'string' ? typed.slice(0, 1_000) : '', {
    headers: request.headers,
    address: context.get(requestContext).address,
  });
  if (!made.ok)
    return data(
      { error: made.refused === 'link' ? null : made.refused, waitMinutes: Math.ceil((made.waitSeconds ?? 0) / 60) },
      { status: made.refused === 'too-many-tries' ? 429 : made.refused === 'link' ? 410 : 422 },
    );
  await takeDraftAlong(context, request, made.value);
  for (const line of made.value.cookies) headers.append('Set-Cookie', line);
  return redirectDocument(made.value.next, { status: 303, headers });
}

export default function ConfirmPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('identity');
  const busy = useNavigation().state === 'submitting' && t('confirm.busy');
  const { kind, email, token } = loaderData;
  if (kind === 'dead' || actionData?.error === null) return <DeadLink />;
  const signsUp = kind === 'sign-up' || kind === 'other-browser';
  const error = actionData?.error ? t(`error.${actionData.error}`, { count: actionData.waitMinutes }) : null;
  return (
    <AuthPaper>
      <h1 tabIndex={-1}>{t(signsUp ? 'confirm.signUpTitle' : 'confirm.emailTitle')}</h1>
      <Form method="post" noValidate>
        <ErrorSummary faults={error ? [{ field: kind === 'other-browser' ? 'password' : null, message: error }] : []} />
        <div className="auth__words">
          <p className="lede">{t(signsUp ? 'confirm.signUpText' : 'confirm.emailText')}</p>
          <p className="auth__address">
            <bdi>{email}</bdi>
          </p>
          {kind === 'other-browser' && <p>{t('confirm.otherBrowser')}</p>}
          {kind === 'sign-in-first' && <p>{t('confirm.signInFirst')}</p>}
          {kind === 'other-account' && <p>{t('confirm.otherAccount')}</p>}
        </div>
        {kind === 'other-browser' && (
          <div className="auth__fields">
            <PasswordField isNew={false} person={{ email, firstName: '', lastName: '' }} error={error ?? undefined} />
          </div>
        )}
        {(signsUp || kind === 'address') && (
          <Button look="go" wide busy={busy}>
            {t(signsUp ? 'confirm.signUpGo' : 'confirm.emailGo')}
          </Button>
        )}
        {kind === 'sign-in-first' && (
          <ButtonLink look="go" wide to={`/auth?next=${encodeURIComponent(`/auth/confirm/${token}`)}`}>
            {t('link.signIn')}
          </ButtonLink>
        )}
      </Form>
    </AuthPaper>
  );
}
