import { useEffect, useState } from 'react';
import { Link } from 'react-router';
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
  const [heard, setHeard] = useState<{ readonly unread: number; readonly now: number } | null>(null);
  useEffect(() => {
    // Asked past the router: a failed question must leave the page, and what is typed on it, alone.
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      const answer = await fetch('/admin/alerts/count', { redirect: 'manual' }).catch(() => null);
      const told = answer?.ok ? await answer.json().catch(() => null) : null;
      if (told) setHeard(told);
    };
    const timer = setInterval(ask, askEveryMs);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, []);
  const count = heard && heard.now > now ? heard.unread : unread;
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
