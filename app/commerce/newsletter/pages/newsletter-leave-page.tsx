import { data } from 'react-router';
import { platformContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { findReaderFor } from '../keep-reader.server.ts';
import type { Route } from './+types/newsletter-leave-page.ts';
import './newsletter.css';

export const handle = { texts: ['newsletter'] };

/** The page of the one-click address. Its form is answered beside the site map: mail programs send it from anywhere. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const reader = await findReaderFor(context.get(platformContext), params.token);
  if (!reader) throw data(null, { status: 404 });
  return { gone: reader.status === 'left' };
}

export default function NewsletterLeavePage({ loaderData, params }: Route.ComponentProps) {
  const t = useTexts('newsletter');
  if (loaderData.gone)
    return (
      <main id="main" className="wrap nl nl--one">
        <h1 tabIndex={-1}>{t('gone.title')}</h1>
        <p className="lede">{t('gone.text')}</p>
        <p>
          <ButtonLink to="/newsletter">{t('gone.back')}</ButtonLink>
        </p>
      </main>
    );
  return (
    <main id="main" className="wrap nl nl--one">
      <h1 tabIndex={-1}>{t('leave.title')}</h1>
      <p className="lede">{t('leave.text')}</p>
      <form method="post" className="nl__ways">
        <Button look="ink">{t('leave.button')}</Button>
        <ButtonLink look="quiet" to={`/newsletter/preferences/${params.token}`}>
          {t('leave.less')}
        </ButtonLink>
      </form>
    </main>
  );
}
