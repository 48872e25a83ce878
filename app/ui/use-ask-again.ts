import { useEffect } from 'react';
import { useNavigation, useRevalidator } from 'react-router';

/**
 * Asks for the data of the page again every so often, while something of it moves. Not before the last answer is there, nor
 * while the visitor is on the way to another page: the router gives up what it waits for when it is asked anew, and where an
 * answer takes longer than the pause none would ever come.
 */
export function useAskAgain(moving: boolean, everyMs: number): void {
  const { revalidate } = useRevalidator();
  const staying = useNavigation().state === 'idle';
  useEffect(() => {
    if (!moving || !staying) return;
    let asked = false;
    const timer = setInterval(() => {
      if (asked) return;
      asked = true;
      void revalidate().finally(() => (asked = false));
    }, everyMs);
    return () => clearInterval(timer);
  }, [moving, staying, revalidate, everyMs]);
}
