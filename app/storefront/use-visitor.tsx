import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { signedInHint } from '#app/commerce/customers/signed-in-hint.ts';

export interface Visitor {
  readonly name: string;
}

const Known = createContext<Visitor | null>(null);

/**
 * Who is signed in, for the header. Pages that are kept for everyone are drawn without anybody; there the browser
 * asks once, and only when the hint cookie says that somebody signed in here.
 */
export function VisitorProvider({ drawn, children }: { drawn: Visitor | null; children: ReactNode }) {
  const [visitor, setVisitor] = useState(drawn);
  useEffect(() => {
    if (drawn || !document.cookie.includes(`${signedInHint}=1`)) return;
    const leave = new AbortController();
    fetch('/api/me', { headers: { Accept: 'application/json' }, signal: leave.signal })
      .then((answer) => (answer.ok ? (answer.json() as Promise<{ visitor: Visitor | null }>) : null))
      .then((found) => found?.visitor && setVisitor(found.visitor))
      .catch(() => undefined);
    return () => leave.abort();
  }, [drawn]);
  return <Known value={visitor}>{children}</Known>;
}

export function useVisitor(): Visitor | null {
  return useContext(Known);
}
