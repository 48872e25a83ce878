import { useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useCurrency } from '#app/commerce/currencies/use-currency.tsx';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { useMenus } from '#app/ui/use-menus.ts';
import { Brand } from './brand.tsx';
import { KeptPart } from './kept-part.tsx';
import { languageOptions } from './language-options.ts';
import { CurrencyChoices, LanguageChoices } from './preference-switches.tsx';
import { useTripCount } from './use-trip-count.ts';
import { useVisitor } from './use-visitor.tsx';

type Section = 'flights' | 'holidays' | 'visas' | 'activities' | 'staycations';

const sectionPaths: readonly (readonly [Section, RegExp])[] = [
  ['flights', /^\/flight(?!-preferences)/],
  ['holidays', /^\/(holidays|tour|booking)\b/],
  ['visas', /^\/(e-visa|visa-)/],
  ['activities', /^\/experience/],
  ['staycations', /^\/staycations/],
];

const accountLinks: readonly (readonly [to: string, words: string, icon: IconName])[] = [
  ['/account', 'account.account', 'user'],
  ['/bookings-trips', 'account.trips', 'trips'],
  ['/favorites', 'account.favorites', 'heart'],
  ['/feedback', 'account.feedback', 'feedback'],
  ['/help-center', 'account.help', 'help'],
];

/** The header of every page of the shop; over the home page's landscape it is drawn for the night. */
export function SiteHeader({ night }: { night: boolean }) {
  const t = useTexts('frame');
  const language = useLanguage();
  const { currency } = useCurrency();
  const { pathname } = useLocation();
  const visitor = useVisitor();
  const header = useRef<HTMLElement>(null);
  useMenus(header);
  const section = sectionPaths.find(([, path]) => path.test(pathname))?.[0];
  const languageName = languageOptions.find((option) => option.code === language)?.name;
  return (
    <header ref={header} className={`top ${night ? 'top--night' : 'top--line'}`}>
      <div className="wrap top__in">
        <Brand language={language} home={t('nav.home')} />
        <KeptPart as="nav" className="nav" aria-label={t('nav.main')} name="nav" on={[section]}>
          <SectionLinks section={section} />
        </KeptPart>
        <div className="top__end">
          <Link className="top__search" to="/search" aria-label={t('nav.search')}>
            <Icon name="search" />
          </Link>
          <details className="menu menu--end menu--wide-only" name="header">
            <summary>
              <Icon name="language" small />
              <span className="sr-only">{t('preferences.language')}:</span>
              <span className="top__language">{languageName}</span>
            </summary>
            <div className="menu__sheet">
              <LanguageChoices />
            </div>
          </details>
          <details className="menu menu--end" name="header">
            <summary>
              <span className="sr-only">{t('preferences.currency')}:</span>
              <bdi>{currency}</bdi>
            </summary>
            <div className="menu__sheet">
              <CurrencyChoices />
            </div>
          </details>
          <TripInHeader />
          {visitor ? (
            <details className="menu menu--end menu--wide-only" name="header">
              <summary>
                <Icon name="user" small />
                <span className="top__name">{visitor.name}</span>
                {visitor.unread > 0 && (
                  <b className="menu__count">
                    <span aria-hidden="true">{visitor.unread}</span>
                    <span className="sr-only">{t('account.unread', { count: visitor.unread })}</span>
                  </b>
                )}
                <Icon name="chevron-down" small />
              </summary>
              <div className="menu__sheet menu__links">
                <AccountLinks unread={visitor.unread} />
              </div>
            </details>
          ) : (
            <Link className="top__sign-in menu--wide-only" to="/auth">
              <Icon name="user" small />
              {t('nav.signIn')}
            </Link>
          )}
          <details className="menu menu--end menu--all" name="header">
            <summary aria-label={t('nav.menu')}>
              <Icon name="menu" className="menu__closed" />
              <Icon name="close" className="menu__opened" />
            </summary>
            <div className="menu__sheet menu__page">
              <KeptPart
                as="nav"
                className="wrap menu__links"
                aria-label={t('nav.main')}
                name="menu"
                on={[visitor !== null, visitor?.unread ?? 0]}
              >
                <MenuLinks signedIn={visitor !== null} unread={visitor?.unread ?? 0} />
              </KeptPart>
              <div className="wrap">
                <LanguageChoices />
              </div>
            </div>
          </details>
        </div>
      </div>
    </header>
  );
}

/** The trip that somebody is putting together, once the browser has said that there is one. */
function TripInHeader() {
  const t = useTexts('frame');
  const count = useTripCount();
  if (count === 0) return null;
  return (
    <Link className="top__trip" to="/cart" aria-label={t('nav.cart', { count })}>
      <Icon name="trips" small />
      <bdi className="num" aria-hidden="true">
        {count}
      </bdi>
    </Link>
  );
}

function SectionLinks({ section }: { section: Section | undefined }) {
  const t = useTexts('frame');
  const here = (name: Section) => (section === name ? ('true' as const) : undefined);
  return (
    <>
      <Link to="/flights" aria-current={here('flights')}>
        {t('nav.flights')}
      </Link>
      <Link to="/holidays" aria-current={here('holidays')}>
        {t('nav.holidays')}
      </Link>
      <details className="menu" name="header">
        <summary aria-current={here('visas')}>
          {t('nav.visaServices')}
          <Icon name="chevron-down" small />
        </summary>
        <div className="menu__sheet menu__links">
          <VisaLinks />
        </div>
      </details>
      <Link to="/experiences" aria-current={here('activities')}>
        {t('nav.activities')}
      </Link>
      <Link to="/staycations" aria-current={here('staycations')}>
        {t('nav.staycations')}
      </Link>
    </>
  );
}

/** Where there is no room for the sections in a line. */
function MenuLinks({ signedIn, unread }: { signedIn: boolean; unread: number }) {
  const t = useTexts('frame');
  return (
    <>
      <Link to="/search">{t('nav.search')}</Link>
      <Link to="/flights">{t('nav.flights')}</Link>
      <Link to="/holidays">{t('nav.holidays')}</Link>
      <p>{t('nav.visaServices')}</p>
      <VisaLinks />
      <hr />
      <Link to="/experiences">{t('nav.activities')}</Link>
      <Link to="/staycations">{t('nav.staycations')}</Link>
      <hr />
      {signedIn ? <AccountLinks unread={unread} /> : <Link to="/auth">{t('nav.signIn')}</Link>}
      <Link to="/cart">{t('nav.yourTrip')}</Link>
      <Link to="/track-booking">{t('footer.trackBooking')}</Link>
    </>
  );
}

function VisaLinks() {
  const t = useTexts('frame');
  return (
    <>
      <Link to="/e-visa">{t('nav.eVisa')}</Link>
      <Link to="/visa-assistance">{t('nav.visaAssistance')}</Link>
      <Link to="/visa-services">{t('nav.allVisaServices')}</Link>
    </>
  );
}

function AccountLinks({ unread }: { unread: number }) {
  const t = useTexts('frame');
  return (
    <>
      {accountLinks.map(([to, words, icon]) => (
        <Link key={to} to={to}>
          <Icon name={icon} small />
          {t(words)}
        </Link>
      ))}
      {unread > 0 && (
        <Link to="/account/support">
          <Icon name="mail" small />
          <b>{t('account.unread', { count: unread })}</b>
        </Link>
      )}
      <form method="post" action="/sign-out">
        <button>
          <Icon name="sign-out" small />
          {t('account.signOut')}
        </button>
      </form>
    </>
  );
}
