import { useEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation, useRouteLoaderData } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { accountPlaces, placeOf } from './account-places.ts';
import './account-frame.css';

/** The account's own menu beside a page of it. The texts of `my` must be loaded. */
export function AccountFrame({ title, lede, children }: { title: ReactNode; lede?: ReactNode; children: ReactNode }) {
  const t = useTexts('my');
  const { pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);
  const within = placeOf(pathname);
  useEffect(() => {
    // On a phone the menu is a strip that goes on beyond the edge: the page that is open stands in its middle.
    const here = menu.current?.querySelector<HTMLElement>('[aria-current]');
    if (here) here.parentElement?.scrollTo({ left: here.offsetLeft - (here.parentElement.clientWidth - here.offsetWidth) / 2 });
  }, [pathname]);
  return (
    <main id="main" className="wrap mine">
      <VisitBanner />
      <nav ref={menu} className="mine__menu" aria-label={t('menu.label')}>
        {accountPlaces.map(([to, words, icon]) => (
          <Link key={to} to={to} aria-current={to === pathname ? 'page' : to === within ? 'true' : undefined}>
            <Icon name={icon} small />
            {t(`menu.${words}`)}
          </Link>
        ))}
        <form method="post" action="/sign-out">
          <button>
            <Icon name="sign-out" small />
            {t('menu.signOut')}
          </button>
        </form>
      </nav>
      <div className="mine__page">
        <header className="mine__head">
          <h1 tabIndex={-1}>{title}</h1>
          {lede && <p>{lede}</p>}
        </header>
        {children}
      </div>
    </main>
  );
}

/** Told to a colleague on every page that is drawn as a traveller sees it. */
function VisitBanner() {
  const t = useTexts('my');
  const visit = useRouteLoaderData<{ visit: { name: string; until: string } | null }>('root')?.visit;
  if (!visit) return null;
  return (
    <form className="mine__visit" method="post" action="/admin/customers/visit/end" role="status">
      <Icon name="eye" />
      <p>{t('visit.says', { name: visit.name, time: visit.until })}</p>
      <button className="btn btn--line">{t('visit.end')}</button>
    </form>
  );
}

/** What a page of the account holds, for somebody who is not signed in. */
export function AccountPreview({ page }: { page: 'profile' | 'contact' | 'preferences' }) {
  const t = useTexts('my');
  const { pathname } = useLocation();
  return (
    <main id="main" className="wrap mine-preview">
      <header className="mine__head">
        <h1 tabIndex={-1}>{t(`${page}.title`)}</h1>
        <p>{t(`${page}.lede`)}</p>
      </header>
      <ul>
        {(['one', 'two', 'three'] as const).map((point) => (
          <li key={point}>
            <Icon name="done" small />
            <span>{t(`${page}.preview.${point}`)}</span>
          </li>
        ))}
      </ul>
      <p>
        <Link className="btn btn--go" to={`/auth?next=${encodeURIComponent(pathname)}`}>
          {t('preview.signIn')}
        </Link>
      </p>
      <p className="muted small">{t('preview.note')}</p>
    </main>
  );
}
