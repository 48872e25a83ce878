import { useEffect } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { hearTabs, tellTabs } from './visitor-tabs.ts';

/**
 * Keeps the tabs of a browser of one mind about who is signed in. Signed out elsewhere, a page is opened anew: nothing
 * of an account stays on the screen or in memory. Signed in elsewhere, it is read again where it stands, so that what
 * was typed stays.
 */
export function VisitorWatch() {
  const { key } = useLocation();
  const { revalidate } = useRevalidator();
  useEffect(tellTabs, [key]);
  useEffect(
    () =>
      hearTabs((hint) => {
        if (hint === '') location.reload();
        else void revalidate();
      }),
    [revalidate],
  );
  return null;
}
