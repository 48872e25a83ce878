import { data, Form, useNavigation } from 'react-router';
import { networkOf, takeTry } from '#app/platform/limiter.server.ts';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { hourMs } from '#app/values/dates.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { Notice } from '#app/ui/notice.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { emailOfRequest, findRequestByToken } from '../privacy-requests-store.server.ts';
import { proveRequest, takeBack } from '../request-privacy.server.ts';
import type { Route } from './+types/privacy-request-page.ts';
import './my-privacy.css';

export const handle = { texts: ['privacy'] };

/** The address of this page is a secret. */
export function headers() {
  return { 'Referrer-Policy': 'same-origin', 'Cache-Control': 'no-store' };
}

const perNetwork = { name: 'privacy-link:network', most: 60, perMs: hourMs } as const;

type Face = 'dead' | 'prove' | 'making' | 'fetch' | 'leaving' | 'kept' | 'refused';

/** Only looks: programs that read mails open every link. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const request = await findRequestByToken(platform.db, params.token);
  if (!request) return data({ face: 'dead' as Face, kind: 'export' as const, email: '', on: null, token: '' }, { status: 410 });
  const { kind, status } = request;
  const faces: Record<typeof status, Face> = {
    asked: 'prove',
    waiting: kind === 'erase' ? 'leaving' : 'making',
    // With an account it is fetched there, where a password is asked for.
    ready: request.userId ? 'dead' : 'fetch',
    done: 'dead',
    undone: 'kept',
    refused: 'refused',
  };
  const email = emailOfRequest(platform.crypto, request);
  return data({ face: faces[status], kind, email, on: request.actsAt?.toISOString() ?? null, token: params.token });
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const waitSeconds = await takeTry(platform.db, platform.clock, perNetwork, networkOf(context.get(requestContext).address));
  const found = waitSeconds > 0 ? null : await findRequestByToken(platform.db, params.token);
  if (!found) return data(null, { status: waitSeconds > 0 ? 429 : 410 });
  const act = (await request.formData()).get('act');
  if (act === 'prove') await proveRequest(platform, found.id);
  else if (act === 'keep') await takeBack(platform, found.id);
  return data(null);
}

export default function PrivacyRequestPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('privacy');
  const language = useLanguage();
  const busy = useNavigation().state === 'submitting' && t('busy');
  const { face, kind, email, on, token } = loaderData;
  const date = on ? formatDate(on, language, 'long') : '';
  const key = face === 'prove' ? `link.prove-${kind}` : `link.${face}`;
  return (
    <main id="main" className="wrap mine-preview">
      <header className="mine__head">
        <h1 tabIndex={-1}>{t(`${key}.title`, { date })}</h1>
        <p>{t(`${key}.text`, { date })}</p>
      </header>
      {email !== '' && (
        <p>
          <bdi>{email}</bdi>
        </p>
      )}
      {face === 'prove' && (
        <Form method="post">
          <Button name="act" value="prove" look={kind === 'erase' ? 'danger' : 'go'} busy={busy}>
            {t(`${key}.go`)}
          </Button>
        </Form>
      )}
      {face === 'leaving' && (
        <Form method="post">
          <Button name="act" value="keep" look="go" busy={busy}>
            {t('link.leaving.go')}
          </Button>
        </Form>
      )}
      {face === 'fetch' && (
        // Answered with a file, so the browser itself sends it.
        <form method="post" action={`/privacy/request/${token}/copy`}>
          <Button look="go" icon="download">
            {t('fetch')}
          </Button>
        </form>
      )}
      {face === 'kept' && <Notice tone="ok">{t('said.kept')}</Notice>}
      {(face === 'dead' || face === 'refused') && <ButtonLink to="/contact">{t('link.contact')}</ButtonLink>}
    </main>
  );
}
