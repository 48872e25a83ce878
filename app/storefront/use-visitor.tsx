import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { hearTabs, readHint } from './visitor-tabs.ts';

export interface Visitor {
  readonly name: string;
  /** Messages of ours that they have not opened. */
  readonly unread: number;
}

const Known = createContext<Visitor | null>(null);

/**
 * Who is signed in, for the header. Pages that are kept for everyone are drawn without anybody; there the browser
 * asks once, and only when the hint cookie says that somebody signed in here. It asks again when another tab has
 * signed in, and opens the page anew when that was somebody else than it is drawn for.
 */
export function VisitorProvider({ drawn, children }: { drawn: Visitor | null; children: ReactNode }) {
  const [asked, setAsked] = useState<Visitor | null>(null);
  const name = drawn?.name ?? null;
  useEffect(() => {
    const leave = new AbortController();
    const ask = async (): Promise<Visitor | null> => {
      const answer = await fetch('/api/me', { headers: { Accept: 'application/json' }, signal: leave.signal });
      return answer.ok ? ((await answer.json()) as { visitor: Visitor | null }).visitor : null;
    };
    if (name === null && readHint() !== '') void ask().then((found) => found && setAsked(found), unanswered);
    const deaf = hearTabs((hint) => {
      if (hint === '') return;
      void ask().then((found) => {
        if (!found) return;
        if (name !== null && found.name !== name) location.reload();
        else if (name === null) setAsked(found);
      }, unanswered);
    });
    return () => {
      deaf();
      leave.abort();
    };
  }, [name]);
  return <Known value={drawn ?? asked}>{children}</Known>;
}

/** The header then greets nobody, and the next page asks again. */
const unanswered = () => undefined;

export function useVisitor(): Visitor | null {
  return useContext(Known);
}
