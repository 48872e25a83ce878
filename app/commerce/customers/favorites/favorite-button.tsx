import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { Money } from '#app/values/money.ts';
import { favoriteKey, type Favorite } from './favorite-rules.ts';
import { keptKeys, noKeys, startFavorites, subscribeFavorites, toggleFavorite } from './kept-favorites.ts';
import './favorite-button.css';

/**
 * A heart. With scripts it turns in place, for guests too; without, it keeps the thing and comes back. `price` is what a
 * guest's browser remembers to compare with; for an account the server looks it up itself.
 */
export function FavoriteButton({
  kind,
  thing,
  title,
  price,
  corner,
}: Omit<Favorite, 'price'> & { price?: Money | null; corner?: boolean }) {
  const t = useTexts('frame');
  const { pathname, search } = useLocation();
  const kept = useSyncExternalStore(subscribeFavorites, keptKeys, noKeys).has(favoriteKey({ kind, thing }));
  useEffect(() => void startFavorites(), []);
  return (
    <form
      method="post"
      action="/api/favorites"
      className={`heart${corner ? ' heart--corner' : ''}`}
      onSubmit={(event) => {
        event.preventDefault();
        void toggleFavorite({ kind, thing, title, ...(price?.currency === 'AED' ? { price: price.amount } : {}) });
      }}
    >
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="thing" value={thing} />
      <input type="hidden" name="title" value={title} />
      <input type="hidden" name="back" value={pathname + search} />
      <button name="intent" value="keep" aria-pressed={kept}>
        <Icon name="heart" label={t('heart', { title })} />
      </button>
    </form>
  );
}
