import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { Spinner } from '#app/ui/spinner.tsx';

const spinnerDelayMs = 150;

/**
 * What happens on every change of page: the specified spinner while it loads (a quick page shows none), then the focus
 * goes to its heading and its title is said aloud. Scrolling to the top, and back on Back, is ScrollRestoration's.
 */
export function RouteChange() {
  const { pathname, hash } = useLocation();
  const navigation = useNavigation();
  const [waiting, setWaiting] = useState(false);
  const [said, setSaid] = useState('');
  const shown = useRef(pathname);
  const leaving = navigation.state === 'loading' && navigation.location.pathname !== pathname;

  useEffect(() => {
    if (!leaving) return;
    const timer = setTimeout(() => setWaiting(true), spinnerDelayMs);
    return () => {
      clearTimeout(timer);
      setWaiting(false);
    };
  }, [leaving]);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setSaid(document.title);
    if (hash !== '' || document.querySelector('[role=alert]')) return;
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    if (!heading) return;
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname, hash]);

  return (
    <>
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
      {waiting && (
        <div className="loading-page">
          <Spinner />
        </div>
      )}
    </>
  );
}
