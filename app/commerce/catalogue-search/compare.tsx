import { Link, useLocation } from 'react-router';
import { ButtonLink } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { compareAddress, mostCompared, readCompared } from './search-form.ts';
import { keyOf, type SearchThing } from './search-thing.ts';
import './compare.css';

/** What is put aside in this address, and this address with another choice. */
function useCompared() {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  const keys = readCompared(params, 'compare');
  const withKeys = (next: readonly string[]) => {
    const changed = new URLSearchParams(params);
    changed.delete('compare');
    for (const key of next) changed.append('compare', key);
    const query = changed.toString().replaceAll('%3A', ':');
    return query ? `${pathname}?${query}` : pathname;
  };
  return { keys, withKeys };
}

/** Puts a thing of a list aside for a comparison, or takes it back: a link, for the choice stands in the address. */
export function CompareLink({ kind, id, title }: Pick<SearchThing, 'kind' | 'id'> & { title: string }) {
  const t = useTexts('list');
  const { keys, withKeys } = useCompared();
  const key = keyOf({ kind, id });
  const isIn = keys.includes(key);
  if (!isIn && keys.length >= mostCompared) return null;
  return (
    <Link
      className={`cmp-link${isIn ? ' cmp-link--in' : ''}`}
      to={withKeys(isIn ? keys.filter((other) => other !== key) : [...keys, key])}
      preventScrollReset
      replace
      rel="nofollow"
    >
      <Icon name={isIn ? 'check' : 'plus'} small />
      {t(isIn ? 'compare.chosen' : 'compare.add')} <span className="sr-only">{title}</span>
    </Link>
  );
}

/** Stands at the lower edge as long as something is put aside. */
export function CompareTray() {
  const t = useTexts('list');
  const { keys, withKeys } = useCompared();
  if (keys.length === 0) return null;
  return (
    <aside className="cmp-tray" aria-label={t('compare.label')}>
      <p role="status">{t('compare.count', { count: keys.length })}</p>
      <Link className="link" to={withKeys([])} preventScrollReset replace>
        {t('compare.clear')}
      </Link>
      <ButtonLink to={compareAddress(keys)} look="ink">
        {t(keys.length > 1 ? 'compare.go' : 'compare.goOne')}
      </ButtonLink>
    </aside>
  );
}
