import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import './record-notes.css';

const askEveryMs = 8_000;

/**
 * Tells whoever has a list open how many of the rows on it colleagues changed since it was drawn. Nothing moves by itself: the
 * notice lies over the end of the page, and the new rows come when they are asked for. It asks while the page is looked at.
 * The page names the `staff-lists` catalogue.
 */
export function ListWatch({ stamp, rows }: { stamp: number; rows: readonly string[] }) {
  const t = useTexts('staff-lists');
  const { revalidate, state } = useRevalidator();
  const asked = new URLSearchParams([['since', String(stamp)], ...rows.map((row) => ['row', row])]).toString();
  const [heard, setHeard] = useState<{ readonly count: number; readonly asked: string } | null>(null);
  const any = rows.length > 0;
  useEffect(() => {
    if (!any) return;
    let over = false;
    // Asked past the router, as a record does: a failed question must leave the page alone.
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      const answer = await fetch(`/admin/list-news?${asked}`, { redirect: 'manual' }).catch(() => null);
      const told = answer?.ok ? await answer.json().catch(() => null) : null;
      if (told && !over) setHeard({ count: told.count, asked });
    };
    const timer = setInterval(ask, askEveryMs);
    document.addEventListener('visibilitychange', ask);
    return () => {
      over = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [any, asked]);
  // What was heard of an older state of the list is no news.
  const count = heard?.asked === asked ? heard.count : 0;
  return (
    <div className="rn-rows" role="status">
      {count > 0 && (
        <p className="rn-news">
          <Icon name="change" small />
          <span>{t('watch.changed', { count })}</span>
          <button className="bo-btn" type="button" disabled={state !== 'idle'} onClick={() => void revalidate()}>
            {t('watch.show')}
          </button>
        </p>
      )}
    </div>
  );
}
