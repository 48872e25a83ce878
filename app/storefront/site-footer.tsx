import { Link } from 'react-router';
import type { Brand as HouseBrand } from '#app/platform/branding.ts';
import { BrandMark } from '#app/ui/brand-mark.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { shownBrand, useBrand } from './brand.tsx';
import { askForConsent } from './consent/keep-consent.ts';
import { KeptPart } from './kept-part.tsx';

const columns = [
  [
    'travel',
    [
      ['/flights', 'nav.flights'],
      ['/holidays', 'nav.holidays'],
      ['/staycations', 'nav.staycations'],
      ['/experiences', 'nav.activities'],
      ['/e-visa', 'nav.eVisa'],
      ['/visa-assistance', 'nav.visaAssistance'],
    ],
  ],
  [
    'company',
    [
      ['/about', 'footer.about'],
      ['/careers', 'footer.careers'],
      ['/press', 'footer.press'],
      ['/partners', 'footer.partners'],
      ['/blog', 'footer.blog'],
    ],
  ],
  [
    'help',
    [
      ['/help-center', 'footer.helpCenter'],
      ['/contact', 'footer.contact'],
      ['/track-booking', 'footer.trackBooking'],
    ],
  ],
  [
    'legal',
    [
      ['/privacy', 'footer.privacy'],
      ['/terms-of-service', 'footer.terms'],
      ['/cookies', 'footer.cookies'],
    ],
  ],
] as const;

/** Dunes at dusk, then every link. Inside a booking: one line, so that nothing leads away from it. */
export function SiteFooter({ short }: { short: boolean }) {
  const t = useTexts('frame');
  const language = useLanguage();
  const brand = useBrand();
  if (short) {
    return (
      <footer className="foot foot--short">
        <div className="wrap foot__line">
          <span className="brand brand--foot">
            <BrandMark brand={shownBrand(brand)} language={language} />
          </span>
          <span>{t('footer.rights')}</span>
          {[...columns[2][1].slice(0, 2), ...columns[3][1]].map(([to, words]) => (
            <Link key={to} to={to}>
              {t(words)}
            </Link>
          ))}
        </div>
      </footer>
    );
  }
  return (
    <KeptPart as="footer" className="foot" name="footer" on={[brand.name, brand.nameAr, brand.logo?.hash]}>
      <WholeFooter brand={brand} />
    </KeptPart>
  );
}

function WholeFooter({ brand }: { brand: HouseBrand }) {
  const t = useTexts('frame');
  const language = useLanguage();
  return (
    <>
      <svg className="foot__edge" viewBox="0 0 1440 110" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <path d="M0 62C210 18 430 28 640 62c230 37 540 24 800-34v82H0Z" fill="var(--dune)" />
        <path d="M0 84c250-36 470-42 720-7 240 33 480 22 720-20v53H0Z" fill="var(--clay)" />
        <path d="M0 93c310-20 540-24 780 2 230 16 450 9 660-12v27H0Z" fill="var(--night)" />
      </svg>
      <div className="wrap">
        <div className="foot__grid">
          <div className="foot__letter">
            <h2>{t('footer.letter')}</h2>
            <p>{t('footer.letterText')}</p>
            {/* A plain form: it is the same on kept pages and without scripts. */}
            <form method="post" action="/newsletter" noValidate>
              <input
                type="email"
                name="email"
                dir="ltr"
                aria-label={t('footer.letterEmail')}
                placeholder={t('footer.letterEmail')}
                autoComplete="email"
                maxLength={254}
                required
              />
              <button>{t('footer.letterGo')}</button>
            </form>
          </div>
          {columns.map(([name, links]) => (
            <nav key={name} aria-labelledby={`foot-${name}`}>
              <h3 id={`foot-${name}`}>{t(`footer.${name}`)}</h3>
              <ul>
                {links.map(([to, words]) => (
                  <li key={to}>
                    <Link to={to}>{t(words)}</Link>
                  </li>
                ))}
                {name === 'legal' && (
                  <li>
                    {/* Without scripts it leads to the same switches on the policy's own page. */}
                    <Link
                      to="/cookies#choice"
                      onClick={(event) => {
                        event.preventDefault();
                        window.dispatchEvent(new Event(askForConsent));
                      }}
                    >
                      {t('footer.cookieChoices')}
                    </Link>
                  </li>
                )}
              </ul>
            </nav>
          ))}
        </div>
        <div className="foot__base">
          <span className="brand brand--foot">
            <BrandMark brand={shownBrand(brand)} language={language} />
          </span>
          <span>{t('footer.rights')}</span>
          <span>{t('footer.charged')}</span>
          <Link className="foot__staff" to="/admin/login" reloadDocument>
            {t('footer.employeeLogin')}
          </Link>
        </div>
      </div>
    </>
  );
}
