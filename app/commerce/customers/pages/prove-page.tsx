import { data, Form, redirectDocument, useNavigation } from 'react-router';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { returnPath } from '#app/platform/return-path.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { awaitedTarget } from '../account-codes.server.ts';
import { proofIsBy, proveAgain, sendProofCode } from '../prove-again.server.ts';
import { AuthPaper, PasswordField } from './auth-parts.tsx';
import type { Route } from './+types/prove-page.ts';

export const handle = { texts: ['account', 'identity'] };

/** The step before an act that a borrowed session must not do. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') throw new Response('Not found', { status: 404 });
  const by = await proofIsBy(platform, viewer.user.id);
  return {
    by,
    email: viewer.user.email,
    next: returnPath(url.searchParams.get('next')),
    sent: by === 'code' && (await awaitedTarget(platform, viewer.user.id, 'prove')) !== null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const next = returnPath(form.get('next'));
  const wrong = (error: string, waitSeconds = 0) =>
    data({ error, waitMinutes: Math.ceil(waitSeconds / 60) }, { status: waitSeconds > 0 ? 429 : 422 });
  if (form.get('act') === 'send') {
    const sent = await sendProofCode(platform, viewer.user, context.get(requestContext).language);
    if (!sent.ok) return wrong(sent.refused, sent.waitSeconds);
    return redirectDocument(`/account/prove?next=${encodeURIComponent(next)}`, 303);
  }
  const by = await proofIsBy(platform, viewer.user.id);
  const given = form.get(by);
  const typed = typeof given === 'string' ? given.slice(0, 1_000) : '';
  if (typed === '') return wrong(`${by}-missing`);
  const proved = await proveAgain(platform, viewer.user.id, { by, typed }, request.headers);
  if (!proved.ok) return wrong(proved.refused === 'credentials' ? 'current' : proved.refused, proved.waitSeconds);
  return redirectDocument(next, { status: 303, headers: { 'Set-Cookie': proved.value.cookie } });
}

export default function ProvePage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('identity');
  const busy = useNavigation().state === 'submitting' && t('confirm.busy');
  const { by, email, next, sent } = loaderData;
  const error = actionData ? t(`error.${actionData.error}`, { count: actionData.waitMinutes }) : undefined;
  const isOfForm = actionData?.waitMinutes === 0;
  return (
    <AuthPaper>
      <h1 tabIndex={-1}>{t('prove.title')}</h1>
      <div className="auth__words">
        <p className="lede">{t(by === 'password' ? 'prove.ledePassword' : 'prove.ledeCode')}</p>
        <p className="auth__address">
          <bdi>{email}</bdi>
        </p>
        {sent && !actionData && <Notice tone="ok" live boxed title={t('prove.sent')} />}
      </div>
      <ErrorSummary faults={error ? [{ field: isOfForm ? by : null, message: error }] : []} />
      {(by === 'password' || sent) && (
        <Form method="post" noValidate>
          <input type="hidden" name="next" value={next} />
          <input type="email" name="email" autoComplete="username" defaultValue={email} readOnly hidden />
          <div className="auth__fields">
            {by === 'password' ? (
              <PasswordField isNew={false} person={{ email, firstName: '', lastName: '' }} error={isOfForm ? error : undefined} />
            ) : (
              <TextField
                name="code"
                label={t('prove.code')}
                hint={t('prove.codeHint')}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={12}
                dir="ltr"
                error={isOfForm ? error : undefined}
                required
              />
            )}
          </div>
          <Button look="go" wide busy={busy}>
            {t('prove.go')}
          </Button>
        </Form>
      )}
      {by === 'code' && (
        <Form method="post" className="auth__ways">
          <input type="hidden" name="next" value={next} />
          <Button name="act" value="send" look={sent ? 'quiet' : 'go'} wide={!sent} busy={busy}>
            {t(sent ? 'prove.sendAgain' : 'prove.send')}
          </Button>
        </Form>
      )}
    </AuthPaper>
  );
}
