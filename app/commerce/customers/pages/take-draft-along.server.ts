import type { RouterContextProvider } from 'react-router';
import { productCountersContext } from '../../product-counter.ts';
import type { OpenedSession } from '../open-session.server.ts';

/** What this browser began before its owner signed in is theirs from now on, on every device. */
export async function takeDraftAlong(context: Readonly<RouterContextProvider>, request: Request, opened: OpenedSession): Promise<void> {
  if (opened.userId !== null) await context.get(productCountersContext).draft.joinDraft?.(request, opened.userId);
}
