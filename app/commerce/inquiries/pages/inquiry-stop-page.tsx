import { platformContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { findReminded } from '../follow-up-link.server.ts';
import type { Route } from './+types/inquiry-stop-page.ts';

export const handle = { texts: ['inquiries'] };

/** The page of the one-click address. Its form is answered beside the site map: mail programs send it from anywhere. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const reminded = await findReminded(context.get(platformContext), params.token);
  if (!reminded) throw new Response('Not found', { status: 404 });
  return { stopped: reminded.unasked };
}

export default function InquiryStopPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('inquiries');
  const step = loaderData.stopped ? 'stopped' : 'stop';
  return (
    <main id="main" className="wrap page-end">
      <header className="page-head">
        <h1 tabIndex={-1}>{t(`${step}.title`)}</h1>
        <p className="lede">{t(`${step}.text`)}</p>
      </header>
      {loaderData.stopped ? (
        <p>
          <ButtonLink to="/contact">{t('stopped.go')}</ButtonLink>
        </p>
      ) : (
        <form method="post">
          <Button look="ink">{t('stop.go')}</Button>
        </form>
      )}
    </main>
  );
}
