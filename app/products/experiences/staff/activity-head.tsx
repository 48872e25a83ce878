import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTexts } from '#app/ui/texts.tsx';
import type { SupplyState } from '../experience-supply-status.ts';

const tabs = ['calendar', 'overview', 'facts', 'times', 'prices', 'words', 'preview'] as const;

/** The head of every page of one activity: its name and standing, and the way to its other pages. */
export function ActivityHead({
  id,
  title,
  status,
  known,
  tab,
  children,
  actions,
}: {
  id: string;
  title: string;
  status: SupplyState;
  /** Whether the shop ever had it: what it never had has no calendar. */
  known: boolean;
  tab: (typeof tabs)[number];
  children?: ReactNode;
  actions?: ReactNode;
}) {
  const t = useTexts('staff-activities');
  const editions = useTexts('staff-editions');
  const base = `/admin/supply/activities/${id}`;
  const to = { calendar: base, overview: `${base}/builder` } as const;
  return (
    <>
      <header className="dl-head">
        <h1 tabIndex={-1}>
          <bdi>{title}</bdi>
        </h1>
        <p>
          <span className={`dl-state${status === 'published' ? ' dl-state--good' : ''}`}>{t(`state.${status}`)}</span> {children}
        </p>
        {known && status === 'published' && (
          <a className="bo-btn" href={`/experience/${id}`}>
            {t('inShop')}
          </a>
        )}
        {known && (
          <Link className="bo-btn" to={`${base}/import`}>
            {editions('import')}
          </Link>
        )}
        <Link className="bo-btn" to={`/admin/supply/photographs/experience/${id}`}>
          {editions('photographs')}
        </Link>
        {actions}
      </header>
      <nav className="dl-tabs" aria-label={t('parts')}>
        {tabs
          .filter((one) => known || one !== 'calendar')
          .map((one) => (
            <Link
              key={one}
              to={one === 'calendar' || one === 'overview' ? to[one] : `${base}/builder?part=${one}`}
              aria-current={one === tab ? 'page' : undefined}
            >
              {t(`part.${one}`)}
            </Link>
          ))}
      </nav>
    </>
  );
}
