import { readFlightThing } from '#app/commerce/customers/favorites/favorite-rules.ts';
import { platformContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { findAlertFor } from '../alert-link.server.ts';
import type { Route } from './+types/alert-stop-page.ts';

export const handle = { texts: ['price-alerts'] };

/** The page of the one-click address. Its form is answered beside the site map: mail programs send it from anywhere. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const alert = await findAlertFor(context.get(platformContext), params.token, 'stop');
  if (!alert) throw new Response('Not found', { status: 404 });
  const kind = readFlightThing(alert.thing) ? 'flight' : 'tour';
  return {
    stopped: alert.stoppedAt !== null,
    guest: alert.userId === null,
    kind,
    to: kind === 'tour' ? `/tour/${alert.thing}` : '/flights',
  } as const;
}

export default function AlertStopPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('price-alerts');
  const step = loaderData.stopped ? 'stopped' : 'stop';
  return (
    <main id="main" className="wrap page-end">
      <header className="page-head">
        <h1 tabIndex={-1}>{t(`${step}.title`)}</h1>
        <p className="lede">{t(step === 'stop' && loaderData.guest ? 'stop.guest' : `${step}.text`)}</p>
      </header>
      {loaderData.stopped ? (
        <p>
          <ButtonLink to={loaderData.to}>{t(`stopped.go.${loaderData.kind}`)}</ButtonLink>
        </p>
      ) : (
        <form method="post">
          <Button look="ink">{t('stop.go')}</Button>
        </form>
      )}
    </main>
  );
}
