import { useState } from 'react';
import { data, Form, Link, redirect, redirectDocument, useNavigation } from 'react-router';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { returnPath } from '#app/platform/return-path.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { readSignIn, readSignUp, typedValues, type AccountField } from '../account-form.server.ts';
import { signIn, signUp } from '../open-session.server.ts';
import { brokenPasswordRules, passwordRules } from '../password-rules.ts';
import type { Route } from './+types/auth-page.ts';
import './auth-page.css';

export const handle = { texts: ['account'] };

type Tab = 'sign-in' | 'sign-up';
const tabOf = (value: unknown): Tab => (value === 'sign-up' ? 'sign-up' : 'sign-in');

/** Somebody who is signed in has no business here and goes on. */
export function loader({ url, context }: Route.LoaderArgs) {
  const next = returnPath(url.searchParams.get('next'));
  if (context.get(viewerContext).kind !== 'anonymous') throw redirect(next);
  const tab = tabOf(url.searchParams.get('tab'));
  const title = textsFor(context.get(requestContext).language).t(`account:${tab}.title`);
  return { tab, next, title };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const tab = tabOf(form.get('tab'));
  const next = returnPath(form.get('next'));
  if (context.get(viewerContext).kind !== 'anonymous') throw redirect(next, 303);
  const platform = context.get(platformContext);
  const from = { headers: request.headers, address: context.get(requestContext).address };
  const typed = typedValues(form);
  const wrong = (errors: Partial<Record<AccountField, string>>, refused: string | null, status: number, waitSeconds = 0) =>
    data({ tab, typed, errors, refused, waitMinutes: Math.ceil(waitSeconds / 60) }, { status });

  const open = async () => {
    if (tab === 'sign-in') {
      const read = readSignIn(form);
      return read.ok ? signIn(platform, read.value, from) : read;
    }
    const read = readSignUp(form);
    return read.ok ? signUp(platform, read.value, from) : read;
  };
  const outcome = await open();
  if (!outcome.ok && 'errors' in outcome) return wrong(outcome.errors, null, 422);
  if (!outcome.ok) return wrong({}, outcome.refused, outcome.refused === 'too-many-tries' ? 429 : 422, outcome.waitSeconds);
  const headers = new Headers();
  for (const line of outcome.value.cookies) headers.append('Set-Cookie', line);
  return redirectDocument(next, { status: 303, headers });
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
    <main id="main" className="auth wrap">
      <div className="auth__form">
        <h1 tabIndex={-1}>{t(`${tab}.title`)}</h1>
        <p className="lede">{t(`${tab}.lede`)}</p>
        <nav className="auth__tabs" aria-label={t('tabs')}>
          {(['sign-in', 'sign-up'] as const).map((name) => (
            <Link key={name} to={tabAddress(name)} replace preventScrollReset aria-current={tab === name ? 'page' : undefined}>
              {t(`${name}.tab`)}
            </Link>
          ))}
        </nav>
        <AccountForm key={tab} tab={tab} next={next} answer={answer} />
      </div>
      <aside className="auth__side">
        <h2>{t('side.title')}</h2>
        <ul>
          {(['trips', 'documents', 'refunds'] as const).map((point) => (
            <li key={point}>
              <Icon name={point === 'trips' ? 'trips' : point === 'documents' ? 'invoice' : 'refund'} />
              <span>{t(`side.${point}`)}</span>
            </li>
          ))}
        </ul>
        <p>
          {t('side.guest')}{' '}
          <Link className="link" to="/track-booking">
            {t('side.track')}
          </Link>
        </p>
      </aside>
    </main>
  );
}

const fieldOrder: readonly AccountField[] = ['firstName', 'lastName', 'email', 'phone', 'password'];

interface Answer {
  readonly typed: Record<'email' | 'firstName' | 'lastName' | 'phone', string>;
  readonly errors: Partial<Record<AccountField, string>>;
  readonly refused: string | null;
  readonly waitMinutes: number;
}

function AccountForm({ tab, next, answer }: { tab: Tab; next: string; answer: Answer | null }) {
  const t = useTexts('account');
  const shared = useTexts('frame');
  const busy = useNavigation().formAction?.startsWith('/auth') ?? false;
  const typed = answer?.typed;
  const errors = answer?.errors ?? {};
  const wrong = (field: AccountField) => (errors[field] ? t(`error.${errors[field]}`) : undefined);
  const faults = [
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
          <TextField
            name="phone"
            type="tel"
            label={t('field.phone')}
            optional={shared('ui.optional')}
            hint={t('field.phoneHint')}
            autoComplete="tel"
            defaultValue={typed?.phone}
            error={wrong('phone')}
          />
        )}
        <PasswordField isNew={tab === 'sign-up'} person={person} error={wrong('password')} />
      </div>
      <Button look="go" wide busy={busy && t(`${tab}.busy`)}>
        {t(`${tab}.go`)}
      </Button>
    </Form>
  );
}

/** With a button to see what is typed, and for a new one the rules in words, ticked while typing. */
function PasswordField({
  isNew,
  person,
  error,
}: {
  isNew: boolean;
  person: { email: string; firstName: string; lastName: string };
  error?: string;
}) {
  const t = useTexts('account');
  const [shown, setShown] = useState(false);
  const [password, setPassword] = useState('');
  const broken = brokenPasswordRules(password, person);
  return (
    <div>
      <TextField
        name="password"
        type={shown ? 'text' : 'password'}
        dir="ltr"
        label={t('field.password')}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        error={error}
        aria-details={isNew ? 'password-rules' : undefined}
        onChange={(event) => setPassword(event.currentTarget.value)}
        required
        end={
          <button type="button" className="auth__show" aria-pressed={shown} onClick={() => setShown(!shown)}>
            <Icon name={shown ? 'eye-off' : 'eye'} label={t('field.showPassword')} />
          </button>
        }
      />
      {isNew && (
        <ul className="auth__rules" id="password-rules">
          {passwordRules.map((rule) => {
            const kept = password !== '' && !broken.includes(rule);
            return (
              <li key={rule} data-kept={kept ? '' : undefined}>
                <Icon name={kept ? 'done' : 'stuck'} small label={kept ? t('rule.kept') : undefined} />
                <span>{t(`rule.${rule}`)}</span>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
