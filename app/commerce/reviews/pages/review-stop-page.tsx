import { platformContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { findAsked } from '../stop-asking.server.ts';
import type { Route } from './+types/review-stop-page.ts';
import './reviews.css';

export const handle = { texts: ['reviews'] };

/** The page of the one-click address. Its form is answered beside the site map: mail programs send it from anywhere. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const asked = await findAsked(context.get(platformContext), params.token);
  if (!asked) throw new Response('Not found', { status: 404 });
  return { silent: asked.silent };
}

export default function ReviewStopPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('reviews');
  const step = loaderData.silent ? 'stopped' : 'stop';
  return (
    <main id="main" className="wrap rv rv--write">
      <header className="page-head">
        <h1 tabIndex={-1}>{t(`${step}.title`)}</h1>
        <p className="lede">{t(`${step}.text`)}</p>
      </header>
      {loaderData.silent ? (
        <p>
          <ButtonLink to="/reviews">{t('stopped.read')}</ButtonLink>
        </p>
      ) : (
        <form method="post">
          <Button look="ink">{t('stop.go')}</Button>
        </form>
      )}
    </main>
  );
}
