import { data, Form, redirect } from 'react-router';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { changeTaste, findReaderFor } from '../keep-reader.server.ts';
import { readTaste } from '../newsletter-form.ts';
import { TasteFields } from '../taste-fields.tsx';
import type { Route } from './+types/newsletter-preferences-page.ts';
import './newsletter.css';

export const handle = { texts: ['newsletter'] };

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const reader = await findReaderFor(context.get(platformContext), params.token);
  if (!reader) throw data(null, { status: 404 });
  const now = url.searchParams.get('now');
  const { language, interests, status } = reader;
  return { status, taste: { language, interests }, now: now === 'confirmed' || now === 'saved' ? now : null };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const reader = await findReaderFor(platform, params.token);
  if (!reader || reader.status !== 'reading') throw data(null, { status: 404 });
  await changeTaste(platform, reader, readTaste(await request.formData(), context.get(requestContext).language));
  return redirect(`/newsletter/preferences/${params.token}?now=saved`, 303);
}

export default function NewsletterPreferencesPage({ loaderData, params }: Route.ComponentProps) {
  const { status, taste, now } = loaderData;
  const t = useTexts('newsletter');
  if (status !== 'reading')
    return (
      <main id="main" className="wrap nl nl--one">
        <h1 tabIndex={-1}>{t('notReading.title')}</h1>
        <p className="lede">{t('notReading.text')}</p>
        <p>
          <ButtonLink look="go" to="/newsletter">
            {t('old.again')}
          </ButtonLink>
        </p>
      </main>
    );
  return (
    <main id="main" className="wrap nl nl--one">
      <h1 tabIndex={-1}>{t('preferences.title')}</h1>
      {now && <Notice tone="ok" boxed live title={t(`now.${now}`)} />}
      <Form method="post" className="nl__form">
        <TasteFields taste={taste} />
        <Button look="ink">{t('preferences.save')}</Button>
      </Form>
      <section className="nl__out" aria-labelledby="nl-out">
        <h2 id="nl-out">{t('leave.title')}</h2>
        <p>{t('leave.text')}</p>
        <form method="post" action={`/newsletter/leave/${params.token}`}>
          <Button>{t('leave.button')}</Button>
        </form>
      </section>
    </main>
  );
}
