import { ButtonLink } from '#app/ui/button.tsx';
import { useTexts } from '#app/ui/texts.tsx';

/** Asks the server on a client navigation too, so that the gate is asked. */
export function loader() {
  return null;
}

/** A truthful short page for an address whose real page is not open yet; the mark lets them be counted. */
export default function BeingBuiltPage() {
  const t = useTexts('frame');
  return (
    <main id="main" className="wrap lost" data-being-built="">
      <h1 tabIndex={-1}>{t('building.title')}</h1>
      <p className="lede">{t('building.text')}</p>
      <p className="lost__ways">
        <ButtonLink look="go" icon="plane" to="/flights">
          {t('building.go')}
        </ButtonLink>
        <ButtonLink to="/track-booking">{t('footer.trackBooking')}</ButtonLink>
      </p>
    </main>
  );
}
