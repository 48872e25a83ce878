import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { signedInHint } from '#app/commerce/customers/signed-in-hint.ts';

export interface Visitor {
  readonly name: string;
  /** Messages of ours that they have not opened. */
  readonly unread: number;
}

const Known = createContext<Visitor | null>(null);

/**
 * Who is signed in, for the header. Pages that are kept for everyone are drawn without anybody; there the browser
 * asks once, and only when the hint cookie says that somebody signed in here.
 */
export function VisitorProvider({ drawn, children }: { drawn: Visitor | null; children: ReactNode }) {
  const [asked, setAsked] = useState<Visitor | null>(null);
  const isDrawn = drawn !== null;
  useEffect(() => {
    if (isDrawn || !document.cookie.includes(`${signedInHint}=1`)) return;
    const leave = new AbortController();
    fetch('/api/me', { headers: { Accept: 'application/json' }, signal: leave.signal })
      .then((answer) => (answer.ok ? (answer.json() as Promise<{ visitor: Visitor | null }>) : null))
      .then((found) => found?.visitor && setAsked(found.visitor))
      .catch(() => undefined);
    return () => leave.abort();
  }, [isDrawn]);
  return <Known value={drawn ?? asked}>{children}</Known>;
}

export function useVisitor(): Visitor | null {
  return useContext(Known);
}
