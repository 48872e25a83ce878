import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { TextField } from '#app/ui/field.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { brokenPasswordRules, passwordRules, passwordStrength } from '../password-rules.ts';
import './auth-page.css';

/** The two columns of every page about an account's door: the form, and what an account is for, or what `side` says instead. */
export function AuthPaper({ children, side }: { children: ReactNode; side?: ReactNode }) {
  const t = useTexts('account');
  return (
    <main id="main" className="auth wrap">
      <div className="auth__form">{children}</div>
      <aside className="auth__side">
        {side ?? (
          <>
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
          </>
        )}
      </aside>
    </main>
  );
}

export interface PasswordPerson {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** With a button to see what is typed; for a new one also the rules in words, ticked while typing, and its strength. */
export function PasswordField({
  name = 'password',
  label,
  isNew,
  person,
  error,
}: {
  name?: string;
  label?: string;
  isNew: boolean;
  person: PasswordPerson;
  error?: string;
}) {
  const t = useTexts('account');
  const [shown, setShown] = useState(false);
  const [password, setPassword] = useState('');
  const broken = brokenPasswordRules(password, person);
  const strength = passwordStrength(password, person);
  return (
    <div>
      <TextField
        name={name}
        className="auth__secret"
        type={shown ? 'text' : 'password'}
        dir="ltr"
        label={label ?? t('field.password')}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        error={error}
        aria-details={isNew ? `${name}-rules` : undefined}
        onChange={(event) => setPassword(event.currentTarget.value)}
        required
        end={
          <button type="button" className="auth__show" aria-pressed={shown} onClick={() => setShown(!shown)}>
            <Icon name={shown ? 'eye-off' : 'eye'} label={t('field.showPassword')} />
          </button>
        }
      />
      {isNew && (
        <>
          <p className="auth__strength" data-strength={password === '' ? undefined : strength} aria-live="polite">
            <i aria-hidden="true" />
            {password !== '' && (
              <span>
                {t('strength.label')} <b>{t(`strength.${strength}`)}</b>
              </span>
            )}
          </p>
          <ul className="auth__rules" id={`${name}-rules`}>
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
        </>
      )}
    </div>
  );
}
