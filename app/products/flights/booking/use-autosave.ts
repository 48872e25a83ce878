import { useEffect, useRef } from 'react';
import { useFetcher, useNavigation } from 'react-router';

/** What a step answers to a save in the background. */
type BackgroundAnswer = { readonly saved: true } | { readonly changed: true };

function savedForm(form: HTMLFormElement): FormData {
  const data = new FormData(form);
  data.set('intent', 'autosave');
  return data;
}

/** Sends it so that the request outlives the page, as the router's own do not. Nobody may be there for the answer. */
function sendFromHiddenPage(form: HTMLFormElement): void {
  const fields = [...savedForm(form)].map(([name, value]) => [name, String(value)]);
  fetch(location.href, { method: 'POST', body: new URLSearchParams(fields), keepalive: true }).catch(() => undefined);
}

/**
 * Sends a form in the background as `intent=autosave`. It gives way to every navigation, whose form holds the same: should
 * the answer arrive while the router still asks which page an address belongs to, the router takes the navigation for ended
 * and the visitor stays where they were, or on a page that is not found.
 */
export function useBackgroundSend() {
  const fetcher = useFetcher<BackgroundAnswer>();
  const leaving = useNavigation().state !== 'idle';
  const { reset } = fetcher;
  useEffect(() => {
    if (leaving) reset();
  }, [leaving, reset]);
  const send = (form: HTMLFormElement) => {
    if (!leaving) void fetcher.submit(savedForm(form), { method: 'post' });
  };
  // A fetcher that was reset holds null, though its type does not say so.
  const answer: BackgroundAnswer | null = fetcher.data ?? null;
  const saved = answer !== null && 'saved' in answer;
  // Another tab has chosen other flights: nothing was saved, and the page must say so.
  const changed = answer !== null && 'changed' in answer;
  return { saved, changed, send, leaving };
}

/**
 * Sends a form in the background a moment after its last change, and at once where its page goes out of sight before that:
 * a telephone may not let it go on. Without JavaScript nothing is lost: the step's own button saves everything. Returns what
 * became of it, the form's change handler, and what does the same after fields were filled by a script.
 */
export function useAutosave(delay = 1200) {
  const { saved, changed, send, leaving } = useBackgroundSend();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What is to be sent when the time is over. */
  const unsent = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const forget = () => {
      clearTimeout(timer.current);
      unsent.current = null;
    };
    // A page that goes on sends it again in its time, and says what became of it.
    const onHidden = () => {
      if (document.visibilityState === 'hidden' && unsent.current) sendFromHiddenPage(unsent.current);
    };
    if (leaving) forget();
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      forget();
    };
  }, [leaving]);
  const sendSoon = (form: HTMLFormElement) => {
    clearTimeout(timer.current);
    unsent.current = form;
    timer.current = setTimeout(() => {
      unsent.current = null;
      send(form);
    }, delay);
  };
  const onChange = (event: React.FormEvent<HTMLFormElement>) => sendSoon(event.currentTarget);
  return { saved, changed, onChange, sendSoon };
}
