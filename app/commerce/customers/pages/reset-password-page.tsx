import { data, Form, redirectDocument, useNavigation } from 'react-router';
import { cookieLine } from '#app/platform/cookies.ts';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { comma } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { findOpenLink } from '../account-links-store.server.ts';
import { resetPassword } from '../choose-password.server.ts';
import { greetingCookie, greetingValue } from '../greeting.ts';
import { openInvitation, type Invitation } from '../open-invitation.server.ts';
import { signedInHint } from '../signed-in-hint.ts';
import { AuthPaper, PasswordField } from './auth-parts.tsx';
import { DeadLink } from './dead-link.tsx';
import { takeDraftAlong } from './take-draft-along.server.ts';
import type { Route } from './+types/reset-password-page.ts';

export const handle = { texts: ['account', 'identity'] };

/** The address of this page is a secret; with no referrer at all, its form would not say that it is ours. */
export function headers() {
  return { 'Referrer-Policy': 'same-origin', 'Cache-Control': 'no-store' };
}

const findLink = (platform: Platform, token: string) =>
  findOpenLink(platform.db, token, new Date(platform.clock.now()), ['reset-password', 'staff-invite']);

export async function loader({ context, params }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const link = await findLink(platform, params.token);
  if (!link) return data({ email: null, invitation: null }, { status: 410 });
  const { language } = context.get(requestContext);
  const invitation = link.kind === 'staff-invite' ? await openInvitation(platform, link.email, language) : null;
  return { email: link.email, invitation };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const typed = (await request.formData()).get('password');
  const link = await findLink(platform, params.token);
  if (!link) return data({ error: null }, { status: 410 });
  if (typeof typed !== 'string' || typed === '') return data({ error: 'password-missing' }, { status: 422 });
  const { address, language } = context.get(requestContext);
  const changed = await resetPassword(platform, link, typed.slice(0, 1_000), { headers: request.headers, address, language });
  if (!changed.ok)
    return data({ error: changed.refused === 'link' ? null : changed.refused }, { status: changed.refused === 'link' ? 410 : 422 });
  if (changed.value) {
    const headers = new Headers();
    await takeDraftAlong(context, request, changed.value);
    for (const line of changed.value.cookies) headers.append('Set-Cookie', line);
    return redirectDocument(changed.value.userId === null ? '/auth' : '/account', { status: 303, headers });
  }
  // The shop greets nobody whose way leads to the desk: its door says it.
  if (link.kind === 'staff-invite') return redirectDocument('/admin/login?chosen', { status: 303 });
  const secure = platform.env.publicUrl.startsWith('https://');
  const headers = new Headers();
  headers.append('Set-Cookie', cookieLine(greetingCookie, greetingValue('password-changed'), { maxAge: 60, secure }));
  headers.append('Set-Cookie', cookieLine(signedInHint, '', { maxAge: 0, readable: true, secure }));
  return redirectDocument('/auth', { status: 303, headers });
}

export default function ResetPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('identity');
  const busy = useNavigation().state === 'submitting' && t('confirm.busy');
  const { email, invitation } = loaderData;
  if (email === null || actionData?.error === null) return <DeadLink />;
  const error = actionData?.error ? t(`error.${actionData.error}`) : undefined;
  return (
    <AuthPaper side={invitation && <Invited />}>
      <h1 tabIndex={-1}>{t(invitation ? 'invite.title' : 'reset.title')}</h1>
      <Form method="post" noValidate>
        <ErrorSummary faults={error ? [{ field: 'password', message: error }] : []} />
        <div className="auth__words">
          {invitation ? (
            <p className="lede">{invitation.by ? t('invite.by', { name: invitation.by }) : t('invite.made')}</p>
          ) : (
            <p className="lede">{t('reset.lede')}</p>
          )}
          <p className="auth__address">
            <bdi>{email}</bdi>
          </p>
          {invitation ? <Roles invitation={invitation} /> : <p>{t('reset.after')}</p>}
        </div>
        {/* For password keepers: whose password it is. */}
        <input type="email" name="email" autoComplete="username" defaultValue={email} readOnly hidden />
        <div className="auth__fields">
          <PasswordField isNew person={{ email, firstName: '', lastName: '' }} error={error} />
        </div>
        <Button look="go" wide busy={busy}>
          {t('reset.go')}
        </Button>
      </Form>
    </AuthPaper>
  );
}

/** What they will do here, and what a second person has still to agree to. */
function Roles({ invitation: { roles, waiting } }: { invitation: Invitation }) {
  const t = useTexts('identity');
  const language = useLanguage();
  return (
    <>
      {roles.length > 0 && <p>{t('invite.roles', { roles: roles.join(comma(language)), count: roles.length })}</p>}
      {waiting.length > 0 && <p>{t('invite.waiting', { roles: waiting.join(comma(language)), count: waiting.length })}</p>}
    </>
  );
}

/** What comes after the password, in place of what an account of the shop is for. */
function Invited() {
  const t = useTexts('identity');
  return (
    <>
      <h2>{t('invite.next')}</h2>
      <ul>
        {(['save', 'sign', 'work'] as const).map((step) => (
          <li key={step}>
            <Icon name={step === 'save' ? 'lock' : step === 'sign' ? 'user' : 'check'} />
            <span>{t(`invite.steps.${step}`)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
