import { useEffect } from 'react';
import { Link, useFetcher } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import './bell.css';

const askEveryMs = 120_000;
const mostShown = 99;

/**
 * How much is unread, and the way to it. Each staff page brings the figure; a page that stays open asks again every two
 * minutes while it is looked at and when somebody comes back to it, and one in the background asks nothing.
 */
export function Bell({ unread, now }: { unread: number; now: number }) {
  const t = useTexts('staff');
  const { load, data } = useFetcher<{ readonly unread: number; readonly now: number }>({ key: 'bell' });
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'visible') void load('/admin/alerts/count');
    };
    const timer = setInterval(ask, askEveryMs);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [load]);
  const count = data && data.now > now ? data.unread : unread;
  return (
    <Link className="bo-bell" to="/admin/alerts" aria-label={t('frame.bell', { count })}>
      <Icon name="bell" />
      {count > 0 && (
        <span className="bo-bell__count" aria-hidden="true">
          {count > mostShown ? `${mostShown}+` : count}
        </span>
      )}
    </Link>
  );
}
