import { data, Form, redirect } from 'react-router';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { askForLetter } from '../ask-for-letter.server.ts';
import { readEmail, readTaste } from '../newsletter-form.ts';
import { TasteFields } from '../taste-fields.tsx';
import type { Route } from './+types/newsletter-page.ts';
import './newsletter.css';

export const handle = { texts: ['newsletter'] };

export function loader({ url }: Route.LoaderArgs) {
  return { asked: url.searchParams.has('asked') };
}

/** Also takes the short form in the footer. The answer says nothing about the address. */
export async function action({ request, context }: Route.ActionArgs) {
  const { address, language } = context.get(requestContext);
  const form = await request.formData();
  const email = readEmail(form);
  const taste = readTaste(form, language);
  const given = form.get('email');
  const typed = { email: typeof given === 'string' ? given.slice(0, 300) : '', ...taste };
  if (email === null) return data({ wrong: 'email' as const, typed }, { status: 422 });
  const outcome = await askForLetter(context.get(platformContext), { email, address, ...taste });
  if (!outcome.ok) return data({ wrong: outcome.refused, typed }, { status: 429 });
  return redirect('/newsletter?asked', 303);
}

export default function NewsletterPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('newsletter');
  const language = useLanguage();
  const wrong = actionData?.wrong;
  return (
    <main id="main" className="wrap nl">
      <div className="nl__words">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p className="lede">{t('lede')}</p>
        {loaderData.asked && !actionData ? (
          <Notice tone="ok" boxed live title={t('asked.title')}>
            {t('asked.text')}
          </Notice>
        ) : (
          <Form method="post" action="/newsletter" className="nl__form" noValidate>
            <ErrorSummary faults={wrong ? [{ field: wrong === 'email' ? 'nl-email' : null, message: t(`wrong.${wrong}`) }] : []} />
            <TextField
              id="nl-email"
              name="email"
              type="email"
              label={t('email')}
              defaultValue={actionData?.typed.email}
              error={wrong === 'email' ? t('wrong.email') : undefined}
              autoComplete="email"
              inputMode="email"
              maxLength={254}
              required
            />
            <TasteFields taste={actionData?.typed ?? { language, interests: [] }} />
            <Button look="go">{t('subscribe')}</Button>
            <p className="small muted">{t('promise')}</p>
          </Form>
        )}
      </div>
      <Poster place="letter" art={{ scene: 'desert', palette: 'dusk', landmark: null }} crop="portrait" alt="" eager />
    </main>
  );
}
