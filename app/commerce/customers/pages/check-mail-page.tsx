import { data, Form, Link, useNavigation } from 'react-router';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { findOwnSignUp, mailSignUpAgain } from '../sign-up.server.ts';
import { AuthPaper } from './auth-parts.tsx';
import type { Route } from './+types/check-mail-page.ts';

export const handle = { texts: ['account', 'identity'] };

/** The same for an address that has an account and one that has none. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const link = await findOwnSignUp(platform, request.headers);
  return { email: link?.email ?? null, demo: platform.env.demo && platform.mail.folder !== null };
}

export async function action({ request, context }: Route.ActionArgs) {
  const from = { headers: request.headers, address: context.get(requestContext).address };
  const sent = await mailSignUpAgain(context.get(platformContext), from);
  if (sent.ok) return data({ sent: true, waitMinutes: 0 });
  return data({ sent: false, waitMinutes: Math.ceil((sent.waitSeconds ?? 0) / 60) }, { status: sent.waitSeconds ? 429 : 422 });
}

export default function CheckMailPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('identity');
  const busy = useNavigation().state === 'submitting';
  const { email, demo } = loaderData;
  return (
    <AuthPaper>
      <h1 tabIndex={-1}>{t('checkMail.title')}</h1>
      {email === null ? (
        <>
          <p className="lede">{t('checkMail.none')}</p>
          <ButtonLink to="/auth?tab=sign-up">{t('confirm.signUpTitle')}</ButtonLink>
        </>
      ) : (
        <>
          <div className="auth__words">
            <p className="lede">{t('checkMail.sent')}</p>
            <p className="auth__address">
              <bdi>{email}</bdi>
            </p>
            <p>{t('checkMail.text')}</p>
            {actionData?.sent && <Notice tone="ok" live boxed title={t('checkMail.sentAgain')} />}
            {actionData && actionData.waitMinutes > 0 && (
              <Notice tone="warn" live boxed title={t('error.too-many-tries', { count: actionData.waitMinutes })} />
            )}
            <p>{t('checkMail.nothing')}</p>
          </div>
          <Form method="post" className="auth__ways">
            <Button busy={busy && t('confirm.busy')}>{t('checkMail.again')}</Button>
            <Link className="link" to="/auth?tab=sign-up">
              {t('checkMail.other')}
            </Link>
          </Form>
        </>
      )}
      {demo && (
        <p className="auth__demo">
          {t('checkMail.demo')}{' '}
          <Link className="link" to="/admin/mail-folder">
            {t('checkMail.demoLink')}
          </Link>
        </p>
      )}
    </AuthPaper>
  );
}
