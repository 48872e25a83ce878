import { data, Form, redirectDocument, useNavigation } from 'react-router';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { Button } from '#app/ui/button.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { findOpenLink } from '../account-links-store.server.ts';
import { enterByLink } from '../sign-in-link.server.ts';
import { AuthPaper } from './auth-parts.tsx';
import { DeadLink } from './dead-link.tsx';
import type { Route } from './+types/enter-page.ts';
import { takeDraftAlong } from './take-draft-along.server.ts';

export const handle = { texts: ['account', 'identity'] };

/** The address of this page is a secret; with no referrer at all, its form would not say that it is ours. */
export function headers() {
  return { 'Referrer-Policy': 'same-origin', 'Cache-Control': 'no-store' };
}

const findLink = (platform: Platform, token: string) => findOpenLink(platform.db, token, new Date(platform.clock.now()), ['sign-in']);

/** Only looks: programs that read mails open every link, and must sign nobody in. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const link = await findLink(context.get(platformContext), params.token);
  return link ? data({ email: link.email }) : data({ email: null }, { status: 410 });
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const link = await findLink(platform, params.token);
  const from = { headers: request.headers, address: context.get(requestContext).address };
  const entered = link ? await enterByLink(platform, link, from) : null;
  if (!link || !entered?.ok) return data({ dead: true }, { status: 410 });
  const headers = new Headers();
  await takeDraftAlong(context, request, entered.value);
  for (const line of entered.value.cookies) headers.append('Set-Cookie', line);
  return redirectDocument(link.nextPath, { status: 303, headers });
}

export default function EnterPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('identity');
  const busy = useNavigation().state === 'submitting' && t('confirm.busy');
  if (loaderData.email === null || actionData?.dead) return <DeadLink />;
  return (
    <AuthPaper>
      <h1 tabIndex={-1}>{t('enter.title')}</h1>
      <div className="auth__words">
        <p className="lede">{t('enter.lede')}</p>
        <p className="auth__address">
          <bdi>{loaderData.email}</bdi>
        </p>
      </div>
      <Form method="post">
        <Button look="go" wide busy={busy}>
          {t('link.signIn')}
        </Button>
      </Form>
    </AuthPaper>
  );
}
