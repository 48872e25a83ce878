import { useState } from 'react';
import { data, Form, Link, redirect, redirectDocument, useNavigation } from 'react-router';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { returnPath } from '#app/platform/return-path.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Checkbox, SelectField, TextField } from '#app/ui/field.tsx';
import { countryNames, type CountryName } from '#app/ui/country-names.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { readSignIn, readSignUp, typedValues, usualPhoneCountry, type AccountField } from '../account-form.server.ts';
import { knownPasswords } from '../choose-password.server.ts';
import { googleIsOn, googleRefusals } from '../google.server.ts';
import { signIn } from '../open-session.server.ts';
import { askSignUp } from '../sign-up.server.ts';
import { AuthPaper, PasswordField } from './auth-parts.tsx';
import type { Route } from './+types/auth-page.ts';
import { takeDraftAlong } from './take-draft-along.server.ts';

export const handle = { texts: ['account'] };

type Tab = 'sign-in' | 'sign-up';
const tabOf = (value: unknown): Tab => (value === 'sign-up' ? 'sign-up' : 'sign-in');

/** Somebody who is signed in has no business here and goes on. */
export function loader({ url, context }: Route.LoaderArgs) {
  const next = returnPath(url.searchParams.get('next'));
  if (context.get(viewerContext).kind !== 'anonymous') throw redirect(next);
  const tab = tabOf(url.searchParams.get('tab'));
  const title = textsFor(context.get(requestContext).language).t(`account:${tab}.title`);
  const failed = googleRefusals.find((refusal) => refusal === url.searchParams.get('error')) ?? null;
  const { language } = context.get(requestContext);
  const countries = tab === 'sign-up' ? countryNames(language) : [];
  return { tab, next, title, failed, countries, phoneCountry: usualPhoneCountry, google: googleIsOn(context.get(platformContext)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const tab = tabOf(form.get('tab'));
  const next = returnPath(form.get('next'));
  if (context.get(viewerContext).kind !== 'anonymous') throw redirect(next, 303);
  const platform = context.get(platformContext);
  const { address, language } = context.get(requestContext);
  const from = { headers: request.headers, address };
  const typed = typedValues(form);
  const wrong = (errors: Partial<Record<AccountField, string>>, refused: string | null, status: number, waitSeconds = 0) =>
    data({ tab, typed, errors, refused, waitMinutes: Math.ceil(waitSeconds / 60) }, { status });
  const go = (where: string, cookies: readonly string[]) => {
    const headers = new Headers();
    for (const line of cookies) headers.append('Set-Cookie', line);
    return redirectDocument(where, { status: 303, headers });
  };

  if (tab === 'sign-up') {
    const read = readSignUp(form, knownPasswords(platform));
    if (!read.ok) return wrong(read.errors, null, 422);
    const asked = await askSignUp(platform, read.value, { ...from, next, language });
    if (asked.ok) return go('/auth/check-mail', [asked.value.cookie]);
    return asked.refused === 'password-breached'
      ? wrong({ password: asked.refused }, null, 422)
      : wrong({}, asked.refused, 429, asked.waitSeconds);
  }
  const read = readSignIn(form);
  if (!read.ok) return wrong(read.errors, null, 422);
  const opened = await signIn(platform, read.value, from);
  if (opened.ok) {
    await takeDraftAlong(context, request, opened.value);
    return go(next, opened.value.cookies);
  }
  return wrong({}, opened.refused, opened.refused === 'too-many-tries' ? 429 : 422, opened.waitSeconds);
}

export default function AuthPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('account');
  const { next } = loaderData;
  const tab = loaderData.tab;
  const answer = actionData && 'typed' in actionData && actionData.tab === tab ? actionData : null;
  const tabAddress = (name: Tab) => {
    const query = new URLSearchParams();
    if (name === 'sign-up') query.set('tab', name);
    if (next !== '/') query.set('next', next);
    return query.size > 0 ? `/auth?${query}` : '/auth';
  };
  return (
    <AuthPaper>
      <h1 tabIndex={-1}>{t(`${tab}.title`)}</h1>
      <p className="lede">{t(`${tab}.lede`)}</p>
      <nav className="auth__tabs" aria-label={t('tabs')}>
        {(['sign-in', 'sign-up'] as const).map((name) => (
          <Link key={name} to={tabAddress(name)} replace preventScrollReset aria-current={tab === name ? 'page' : undefined}>
            {t(`${name}.tab`)}
          </Link>
        ))}
      </nav>
      {loaderData.google && <GoogleDoor next={next} />}
      <AccountForm key={tab} {...loaderData} answer={answer} />
    </AuthPaper>
  );
}

function GoogleDoor({ next }: { next: string }) {
  const t = useTexts('account');
  return (
    <>
      {/* Leaves the site, so the browser itself sends it. */}
      <form method="post" action="/auth/google">
        <input type="hidden" name="next" value={next} />
        <Button wide>
          <GoogleSign />
          {t('google.go')}
        </Button>
      </form>
      <p className="auth__or">
        <span>{t('google.or')}</span>
      </p>
    </>
  );
}

/** The letter in the four colours its owner asks for. */
function GoogleSign() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <path fill="none" stroke="#EA4335" strokeWidth="3.2" d="M3.2 5.7A6.6 6.6 0 0 1 13.8 4.4" />
      <path fill="none" stroke="#FBBC05" strokeWidth="3.2" d="M3.2 12.3a6.6 6.6 0 0 1 0-6.6" />
      <path fill="none" stroke="#34A853" strokeWidth="3.2" d="M13.5 13.8A6.6 6.6 0 0 1 3.2 12.3" />
      <path fill="none" stroke="#4285F4" strokeWidth="3.2" d="M9 9h6.6a6.6 6.6 0 0 1-2.1 4.8" />
    </svg>
  );
}

const fieldOrder: readonly AccountField[] = ['firstName', 'lastName', 'email', 'phone', 'password'];

interface Answer {
  readonly typed: Record<'email' | 'firstName' | 'lastName' | 'phoneCountry' | 'phone' | 'letter', string>;
  readonly errors: Partial<Record<AccountField, string>>;
  readonly refused: string | null;
  readonly waitMinutes: number;
}

function AccountForm({
  tab,
  next,
  answer,
  failed,
  countries,
  phoneCountry,
}: {
  tab: Tab;
  next: string;
  answer: Answer | null;
  failed: string | null;
  countries: readonly CountryName[];
  phoneCountry: string;
}) {
  const t = useTexts('account');
  const shared = useTexts('frame');
  const busy = useNavigation().formAction?.startsWith('/auth?') ?? false;
  const typed = answer?.typed;
  const errors = answer?.errors ?? {};
  const wrong = (field: AccountField) => (errors[field] ? t(`error.${errors[field]}`) : undefined);
  const faults = [
    ...(failed && !answer ? [{ field: null, message: t(`error.${failed}`) }] : []),
    ...(answer?.refused
      ? [{ field: answer.refused === 'credentials' ? 'email' : null, message: t(`error.${answer.refused}`, { count: answer.waitMinutes }) }]
      : []),
    ...fieldOrder.filter((field) => errors[field]).map((field) => ({ field, message: wrong(field) })),
  ];
  const [person, setPerson] = useState({ email: typed?.email ?? '', firstName: typed?.firstName ?? '', lastName: typed?.lastName ?? '' });
  return (
    <Form
      method="post"
      action={tab === 'sign-up' ? `/auth?tab=sign-up&next=${encodeURIComponent(next)}` : `/auth?next=${encodeURIComponent(next)}`}
      noValidate
    >
      <input type="hidden" name="tab" value={tab} />
      <input type="hidden" name="next" value={next} />
      <ErrorSummary faults={faults} />
      <div
        className="auth__fields"
        onInput={(event) => {
          const { name, value } = event.target as HTMLInputElement;
          if (name in person) setPerson((known) => ({ ...known, [name]: value }));
        }}
      >
        {tab === 'sign-up' && (
          <div className="auth__pair">
            <TextField
              name="firstName"
              label={t('field.firstName')}
              autoComplete="given-name"
              defaultValue={typed?.firstName}
              error={wrong('firstName')}
              required
            />
            <TextField
              name="lastName"
              label={t('field.lastName')}
              autoComplete="family-name"
              defaultValue={typed?.lastName}
              error={wrong('lastName')}
              required
            />
          </div>
        )}
        <TextField
          name="email"
          type="email"
          label={t('field.email')}
          autoComplete="email"
          inputMode="email"
          defaultValue={typed?.email}
          error={wrong('email')}
          required
        />
        {tab === 'sign-up' && (
          <div className="auth__pair auth__pair--phone">
            <SelectField name="phoneCountry" label={t('field.phoneCountry')} defaultValue={typed?.phoneCountry || phoneCountry}>
              {countries.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectField>
            <TextField
              name="phone"
              type="tel"
              label={t('field.phone')}
              optional={shared('ui.optional')}
              hint={t('field.phoneHint')}
              autoComplete="tel"
              maxLength={40}
              defaultValue={typed?.phone}
              error={wrong('phone')}
            />
          </div>
        )}
        <PasswordField isNew={tab === 'sign-up'} person={person} error={wrong('password')} />
        {tab === 'sign-up' && (
          <Checkbox name="letter" label={t('field.letter')} hint={t('field.letterHint')} defaultChecked={typed?.letter === 'on'} />
        )}
      </div>
      {tab === 'sign-in' && (
        <p className="auth__forgot">
          <Link className="link" to={`/auth/link?next=${encodeURIComponent(next)}`}>
            {t('byLink')}
          </Link>
          <Link className="link" to="/auth/forgot-password">
            {t('forgot')}
          </Link>
        </p>
      )}
      <Button look="go" wide busy={busy && t(`${tab}.busy`)}>
        {t(`${tab}.go`)}
      </Button>
    </Form>
  );
}
