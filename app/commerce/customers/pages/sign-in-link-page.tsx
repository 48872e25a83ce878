import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { returnPath } from '#app/platform/return-path.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { TextField } from '#app/ui/field.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { readAddress, typedValues } from '../account-form.server.ts';
import { askSignInLink } from '../sign-in-link.server.ts';
import { AuthPaper } from './auth-parts.tsx';
import type { Route } from './+types/sign-in-link-page.ts';

export const handle = { texts: ['account', 'identity'] };

export function loader({ url }: Route.LoaderArgs) {
  return { sent: url.searchParams.has('sent'), next: returnPath(url.searchParams.get('next')) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const { email: typed } = typedValues(form);
  const read = readAddress(form);
  if (!read.ok) return data({ typed, error: read.errors.email ?? 'email-wrong', waitMinutes: 0 }, { status: 422 });
  const { address, language } = context.get(requestContext);
  const from = { headers: request.headers, address, language, next: returnPath(form.get('next')) };
  const asked = await askSignInLink(context.get(platformContext), read.value.email, from);
  if (asked.ok) return redirect('/auth/link?sent=1', 303);
  return data({ typed, error: asked.refused, waitMinutes: Math.ceil((asked.waitSeconds ?? 0) / 60) }, { status: 429 });
}

export default function SignInLinkPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('identity');
  const account = useTexts('account');
  const busy = useNavigation().state === 'submitting' && t('confirm.busy');
  const { sent, next } = loaderData;
  const error = actionData ? t(`error.${actionData.error}`, { count: actionData.waitMinutes }) : null;
  const onField = actionData?.error === 'too-many-tries' ? null : 'email';
  return (
    <AuthPaper>
      <h1 tabIndex={-1}>{t(sent ? 'forgot.sentTitle' : 'enter.askTitle')}</h1>
      <p className="lede">{t(sent ? 'enter.sentText' : 'enter.askLede')}</p>
      {!sent && (
        <Form method="post" noValidate>
          <input type="hidden" name="next" value={next} />
          <ErrorSummary faults={error ? [{ field: onField, message: error }] : []} />
          <div className="auth__fields">
            <TextField
              name="email"
              type="email"
              label={account('field.email')}
              autoComplete="email"
              inputMode="email"
              defaultValue={actionData?.typed}
              error={onField && (error ?? undefined)}
              required
            />
          </div>
          <Button look="go" wide busy={busy}>
            {t('forgot.go')}
          </Button>
        </Form>
      )}
      <p className="auth__back">
        <Link className="link" to="/auth">
          {t('forgot.back')}
        </Link>
      </p>
    </AuthPaper>
  );
}
