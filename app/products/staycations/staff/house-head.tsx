import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTexts } from '#app/ui/texts.tsx';
import type { StaySupplyState } from '../stay-supply-status.ts';
import type { stayParts } from './stay-form.ts';

const base = '/admin/supply/staycations';

/** The standing of a house. */
export function HouseState({ status }: { status: StaySupplyState }) {
  const t = useTexts('staff-stays');
  const look = status === 'published' ? ' dl-state--good' : status === 'paused' ? ' dl-state--now' : '';
  return <span className={`dl-state${look}`}>{t(`state.${status}`)}</span>;
}

/** The head of every page of one house: its name and standing, and the way to its other pages. */
export function HouseHead({
  id,
  title,
  status,
  known,
  tab,
  children,
}: {
  id: string;
  title: string;
  status: StaySupplyState;
  /** Whether the shop ever had it: what it never had has no nights. */
  known: boolean;
  tab: 'nights' | (typeof stayParts)[number];
  children?: ReactNode;
}) {
  const t = useTexts('staff-stays');
  const editions = useTexts('staff-editions');
  const record = `${base}/${id}`;
  const tabs = [
    ...(known ? [['nights', `${base}?house=${id}`] as const] : []),
    ['overview', record] as const,
    ...(['facts', 'rooms', 'plans', 'terms', 'words', 'preview'] as const).map((part) => [part, `${record}?part=${part}`] as const),
  ];
  return (
    <>
      <header className="dl-head">
        <h1 tabIndex={-1}>
          <bdi>{title}</bdi>
        </h1>
        <p>
          <HouseState status={status} /> {children} <Link to={base}>{t('back')}</Link>
        </p>
        {known && status === 'published' && (
          <a className="bo-btn" href={`/staycations/${id}`}>
            {t('inShop')}
          </a>
        )}
        {known && (
          <Link className="bo-btn" to={`${record}/import`}>
            {editions('import')}
          </Link>
        )}
        <Link className="bo-btn" to={`/admin/supply/photographs/stay/${id}`}>
          {editions('photographs')}
        </Link>
      </header>
      <nav className="dl-tabs" aria-label={t('parts')}>
        {tabs.map(([one, to]) => (
          <Link key={one} to={to} aria-current={one === tab ? 'page' : undefined}>
            {t(`part.${one}`)}
          </Link>
        ))}
      </nav>
    </>
  );
}
