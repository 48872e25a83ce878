import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';

/**
 * Sends a form in the background a moment after its last change, as `intent=autosave`. Without JavaScript nothing is
 * lost: the step's own button saves everything. Returns the fetcher and the form's change handler.
 */
export function useAutosave(delay = 1200) {
  const fetcher = useFetcher();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onChange = (event: React.FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const data = new FormData(form);
      data.set('intent', 'autosave');
      void fetcher.submit(data, { method: 'post' });
    }, delay);
  };
  return { saved: fetcher, onChange };
}
