import { data, Form, redirect } from 'react-router';
import { platformContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { confirmReader, findAsker } from '../keep-reader.server.ts';
import { readerToken } from '../reader-link.server.ts';
import type { Route } from './+types/newsletter-confirm-page.ts';
import './newsletter.css';

export const handle = { texts: ['newsletter'] };

/** Opening the link does nothing yet: programs that look through mail open links too. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const asker = await findAsker(context.get(platformContext), params.token);
  return asker ? { valid: true } : data({ valid: false }, { status: 404 });
}

export async function action({ params, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const asker = await findAsker(platform, params.token);
  if (!asker) throw data(null, { status: 404 });
  await confirmReader(platform, asker);
  return redirect(`/newsletter/preferences/${readerToken(platform.secret, asker.id, { purpose: 'keep' })}?now=confirmed`, 303);
}

export default function NewsletterConfirmPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('newsletter');
  if (!loaderData.valid)
    return (
      <main id="main" className="wrap nl nl--one">
        <h1 tabIndex={-1}>{t('old.title')}</h1>
        <p className="lede">{t('old.text')}</p>
        <p>
          <ButtonLink look="go" to="/newsletter">
            {t('old.again')}
          </ButtonLink>
        </p>
      </main>
    );
  return (
    <main id="main" className="wrap nl nl--one">
      <h1 tabIndex={-1}>{t('confirm.title')}</h1>
      <p className="lede">{t('confirm.text')}</p>
      <Form method="post">
        <Button look="go">{t('confirm.button')}</Button>
      </Form>
    </main>
  );
}
