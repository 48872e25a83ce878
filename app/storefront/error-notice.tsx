import { useTexts } from '#app/ui/texts.tsx';

/** Words for a fault or a missing page; the reference is the one in the log. */
export function ErrorNotice({ status, reference }: { status: number; reference: string | null }) {
  const t = useTexts('frame');
  const missing = status === 404;
  return (
    <main id="main" className="wrap error-page">
      <h1 tabIndex={-1}>{missing ? t('missing.title') : t('fault.title')}</h1>
      <p>{missing ? t('missing.text') : t('fault.text')}</p>
      {!missing && reference && (
        <p>
          {t('fault.reference')} <bdi className="num">{reference}</bdi>
        </p>
      )}
      <p>
        <a className="btn btn--go" href="/">
          {t('missing.home')}
        </a>
      </p>
    </main>
  );
}
