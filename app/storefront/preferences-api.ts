import { redirect } from 'react-router';
import { cookieLine } from '#app/platform/cookies.ts';
import { platformContext } from '#app/platform/request-context.ts';
import { returnPath } from '#app/platform/return-path.ts';
import { isDisplayCurrency, isLanguageCode, languageParameter } from '#app/values/preferences.ts';
import type { Route } from './+types/preferences-api.ts';

const oneYear = 31_536_000;

export function loader() {
  throw new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** Stores a language or a currency in its cookie and goes back to the page. Anything else in the form is left alone. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const secure = context.get(platformContext).env.publicUrl.startsWith('https://');
  const headers = new Headers();
  const language = form.get('language');
  if (isLanguageCode(language)) headers.append('Set-Cookie', cookieLine('language', language, { maxAge: oneYear, readable: true, secure }));
  const currency = form.get('currency');
  if (isDisplayCurrency(currency))
    headers.append('Set-Cookie', cookieLine('selectedCurrency', currency, { maxAge: oneYear, readable: true, secure }));
  return redirect(withoutLanguage(returnPath(form.get('back'))), { status: 303, headers });
}

/** An address that says its language would undo the choice that was just made. */
function withoutLanguage(path: string): string {
  const url = new URL(path, 'https://own.invalid');
  url.searchParams.delete(languageParameter);
  return url.pathname + url.search + url.hash;
}
