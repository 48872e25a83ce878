import { Link } from 'react-router';
import { useTexts } from '#app/ui/texts.tsx';

/** A truthful short page for an address whose real page is not open yet; the mark lets them be counted. */
export default function BeingBuiltPage() {
  const t = useTexts('frame');
  return (
    <main id="main" className="wrap" data-being-built="">
      <h1 tabIndex={-1}>{t('building.title')}</h1>
      <p>{t('building.text')}</p>
      <p>
        <Link className="btn btn--go" to="/flights">
          {t('building.go')}
        </Link>
      </p>
    </main>
  );
}
