import { useLocation } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { helpErrorOf } from './content/error-help-rules.ts';

const formFaults = ['keyless', 'reused', 'running'] as const;

/**
 * Words for a fault, a missing page, a form that was not worked on, or one sent to a page that takes none; the reference is
 * the one in the log. With the name of the house it says the document's title too, where the page that was asked for cannot.
 */
export function ErrorNotice({
  status,
  reference,
  said = null,
  house = null,
}: {
  status: number;
  reference: string | null;
  said?: unknown;
  house?: string | null;
}) {
  const t = useTexts('frame');
  const titles = useTexts('titles');
  const location = useLocation();
  const fault = formFaults.find((one) => said === `form-${one}`);
  const formless = !fault && status === 405;
  const asked = formless ? null : helpErrorOf(fault ? 'form' : status === 404 ? 'missing' : 'fault', location.pathname);
  const kind = fault ? `form.${fault}` : formless ? 'refused.405' : status === 404 ? 'missing' : 'fault';
  return (
    <main id="main" className="wrap lost">
      {house && <title>{`${kind === 'missing' ? titles('not-found') : t(`${kind}.title`)} · ${house}`}</title>}
      {kind === 'missing' ? (
        <Poster place="lost" art={{ scene: 'desert', palette: 'dusk', landmark: null }} crop="wide" alt="" eager className="lost__poster" />
      ) : (
        <LostCaravan />
      )}
      <h1 tabIndex={-1}>{t(`${kind}.title`)}</h1>
      <p className="lede">{t(`${kind}.text`)}</p>
      {kind === 'fault' && reference && (
        <p className="lost__reference">
          {t('fault.reference')} <bdi className="num">{reference}</bdi>
        </p>
      )}
      {asked && (
        <p className="lost__answer">
          {t('fault.answer')}{' '}
          <a className="link" href={`/help-center?error=${asked}`}>
            {t(`fault.answers.${asked}`)}
          </a>
        </p>
      )}
      <p className="lost__ways">
        <a className="btn btn--go" href={fault || formless ? location.pathname + location.search : '/'}>
          {t(fault || formless ? 'form.again' : 'missing.home')}
        </a>
        <a className="btn btn--line" href="/flights">
          <Icon name="plane" />
          {t('missing.flights')}
        </a>
        <a className="btn btn--quiet" href="/help-center">
          {t('footer.helpCenter')}
        </a>
      </p>
    </main>
  );
}

/** Tracks in the sand that end. */
function LostCaravan() {
  return (
    <svg className="lost__art" viewBox="0 0 560 150" aria-hidden="true" focusable="false">
      <circle cx="430" cy="62" r="34" fill="var(--saffron-wash)" />
      <circle cx="430" cy="62" r="20" fill="var(--saffron)" />
      <path d="M0 106c92-46 176-46 262-12 104 40 196 26 298-20v76H0Z" fill="var(--dune)" />
      <path d="M0 134c120-34 230-30 330-8 90 18 160 10 230-14v38H0Z" fill="var(--clay)" opacity=".5" />
      <path
        d="M60 140c50-24 78-20 104-38 20-14 16-22 44-22"
        fill="none"
        stroke="var(--ink-2)"
        strokeWidth="2.5"
        strokeDasharray="1 9"
        strokeLinecap="round"
      />
    </svg>
  );
}
