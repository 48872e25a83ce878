import { Form, redirect } from 'react-router';
import { platformContext } from '#app/platform/request-context.ts';
import { transact } from '#app/platform/database.server.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { confirmAlert, deleteAlert, findAlertByToken } from '../job-alerts-store.server.ts';
import type { Route } from './+types/job-alert-page.ts';
import './careers.css';

export const handle = { texts: ['job-apply'] };

/** Its address is a secret: it goes to no other site, and stays in no shared memory. */
export function headers() {
  return { 'Referrer-Policy': 'same-origin', 'Cache-Control': 'no-store' };
}

/** Opening the link changes nothing: programs that look at mails open links too. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const alert = await findAlertByToken(context.get(platformContext).db, params.token);
  const step = alert
    ? alert.confirmedAt
      ? ('on' as const)
      : ('confirm' as const)
    : url.searchParams.has('stopped')
      ? 'stopped'
      : 'unknown';
  return { step };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { db, clock } = context.get(platformContext);
  const alert = await findAlertByToken(db, params.token);
  if (!alert) throw new Response('Not found', { status: 404 });
  const intent = (await request.formData()).get('intent');
  const here = `/careers/alerts/${params.token}`;
  if (intent === 'stop') {
    await transact(db, (tx) => deleteAlert(tx, alert.id));
    return redirect(`${here}?stopped`, 303);
  }
  if (intent === 'confirm') await transact(db, (tx) => confirmAlert(tx, clock.now(), alert.id));
  return redirect(here, 303);
}

export default function JobAlertPage({ loaderData: { step } }: Route.ComponentProps) {
  const t = useTexts('job-apply');
  return (
    <main id="main" className="wrap job job--form">
      <header className="page-head">
        <h1 tabIndex={-1}>{t(`alert.${step}.title`)}</h1>
        <p className="lede">{t(`alert.${step}.text`)}</p>
      </header>
      {step === 'confirm' || step === 'on' ? (
        <Form method="post" className="job__ways">
          {step === 'confirm' && (
            <Button look="go" name="intent" value="confirm">
              {t('alert.confirm.go')}
            </Button>
          )}
          <Button look="line" name="intent" value="stop">
            {t('alert.stop')}
          </Button>
        </Form>
      ) : (
        <p>
          <ButtonLink to="/careers">{t('all')}</ButtonLink>
        </p>
      )}
    </main>
  );
}
