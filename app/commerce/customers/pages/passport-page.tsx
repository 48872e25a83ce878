import { Form, redirect } from 'react-router';
import { cookieLine, readCookie } from '#app/platform/cookies.ts';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { returnPath } from '#app/platform/return-path.ts';
import { Button } from '#app/ui/button.tsx';
import { countryNames } from '#app/ui/country-names.server.ts';
import { SelectField } from '#app/ui/field.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { passportChoiceText, passportCookie, readPassportChoice } from '../passport-choice.ts';
import type { Route } from './+types/passport-page.ts';
import './passport-page.css';

export const handle = { texts: ['passport'] };

const oneYear = 31_536_000;

export function loader({ request, context, url }: Route.LoaderArgs) {
  return {
    chosen: readPassportChoice(readCookie(request.headers.get('cookie'), passportCookie)),
    back: returnPath(url.searchParams.get('back')),
    countries: countryNames(context.get(requestContext).language),
  };
}

/** Keeps the choice in the browser, or takes it away, and goes back to where it was asked for. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const secure = context.get(platformContext).env.publicUrl.startsWith('https://');
  const known = new Set(countryNames('en').map((country) => country.code));
  const country = (name: string) => {
    const code = form.get(name);
    return typeof code === 'string' && known.has(code) ? code : null;
  };
  const choice = form.get('intent') === 'forget' ? null : { nationality: country('nationality'), residence: country('residence') };
  const kept = choice && (choice.nationality || choice.residence) ? choice : null;
  const line = cookieLine(passportCookie, kept ? passportChoiceText(kept) : '', { maxAge: kept ? oneYear : 0, readable: true, secure });
  return redirect(returnPath(form.get('back')), { status: 303, headers: { 'Set-Cookie': line } });
}

export default function PassportPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('passport');
  const { chosen, back, countries } = loaderData;
  const options = countries.map(({ code, name }) => (
    <option key={code} value={code}>
      {name}
    </option>
  ));
  return (
    <main id="main" className="wrap passport page-end">
      <header className="page-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p className="lede">{t('lede')}</p>
      </header>
      <Form method="post" className="passport__form">
        <input type="hidden" name="back" value={back} />
        <SelectField name="nationality" label={t('nationality')} hint={t('nationalityHint')} defaultValue={chosen?.nationality ?? ''}>
          <option value="">{t('none')}</option>
          {options}
        </SelectField>
        <SelectField name="residence" label={t('residence')} hint={t('residenceHint')} defaultValue={chosen?.residence ?? ''}>
          <option value="">{t('none')}</option>
          {options}
        </SelectField>
        <p className="passport__end">
          <Button look="go" name="intent" value="keep">
            {t('keep')}
          </Button>
          {chosen && (
            <Button look="quiet" name="intent" value="forget">
              {t('forget')}
            </Button>
          )}
        </p>
      </Form>
      <p className="small muted">{t('note')}</p>
    </main>
  );
}
