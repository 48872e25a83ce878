import { Link } from 'react-router';
import { useCarrying } from './carried-params.ts';
import { Icon } from './icon.tsx';
import { useTexts } from './texts.tsx';

/** Pages as links; the address keeps every other parameter. `pageTo` gives the address of a page (1-based). */
export function Pagination({
  page,
  pages,
  pageTo,
  label,
}: {
  page: number;
  pages: number;
  pageTo: (page: number) => string;
  label: string;
}) {
  const t = useTexts('frame');
  const carrying = useCarrying();
  const to = (number: number) => carrying(pageTo(number));
  if (pages <= 1) return null;
  const near = [1, page - 1, page, page + 1, pages].filter(
    (number, index, all) => number >= 1 && number <= pages && all.indexOf(number) === index,
  );
  return (
    <nav className="pages" aria-label={label}>
      {page > 1 && (
        <Link to={to(page - 1)} rel="prev" className="pages__step">
          <Icon name="chevron-start" small />
          {t('ui.previous')}
        </Link>
      )}
      <ol>
        {near.map((number, index) => (
          <li key={number}>
            {index > 0 && number - near[index - 1]! > 1 && <span aria-hidden="true">…</span>}
            <Link to={to(number)} aria-current={number === page ? 'page' : undefined} aria-label={t('ui.pageNumber', { page: number })}>
              <bdi>{number}</bdi>
            </Link>
          </li>
        ))}
      </ol>
      {page < pages && (
        <Link to={to(page + 1)} rel="next" className="pages__step">
          {t('ui.next')}
          <Icon name="chevron-end" small />
        </Link>
      )}
    </nav>
  );
}
