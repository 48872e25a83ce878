import { ButtonLink } from '#app/ui/button.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { AuthPaper } from './auth-parts.tsx';

/** One answer for a link that was used, is too old, or never was. */
export function DeadLink() {
  const t = useTexts('identity');
  return (
    <AuthPaper>
      <h1 tabIndex={-1}>{t('link.title')}</h1>
      <p className="lede">{t('link.text')}</p>
      <p className="auth__ways">
        <ButtonLink look="go" to="/auth">
          {t('link.signIn')}
        </ButtonLink>
        <ButtonLink to="/auth/forgot-password">{t('link.again')}</ButtonLink>
      </p>
    </AuthPaper>
  );
}
