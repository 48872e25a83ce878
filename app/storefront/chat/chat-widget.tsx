import { useEffect, useState } from 'react';
import { Link, useMatches, useRouteLoaderData } from 'react-router';
import { signedInHint } from '#app/commerce/customers/signed-in-hint.ts';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { RootData } from '../root-data.ts';
import { chatSettings, mayChatOn, type ChatService, type ChatVisitor } from './chat-settings.ts';

interface ChatWindow {
  Intercom?: (command: string, settings?: unknown) => void;
}
const page = () => window as unknown as ChatWindow;
/** Marks that this tab told the provider who somebody is, so that signing out can end it. */
const identified = 'rihla-chat-identified';
const scriptPatienceMs = 10_000;

/** The provider's widget, on pages that allow it, once the page is at rest; a way to write to us where it is blocked. */
export default function ChatWidget() {
  const service = useRouteLoaderData<RootData>('root')?.services.chat ?? null;
  const wanted = mayChatOn(useMatches().at(-1)?.id ?? '');
  const [blocked, setBlocked] = useState(false);
  useEffect(() => {
    if (!service || !wanted) return;
    let left = false;
    const begin = () =>
      void start(service, () => left).then((started) => {
        if (!left) setBlocked(!started);
      });
    const idle = window.setTimeout(begin, 1_500);
    return () => {
      left = true;
      clearTimeout(idle);
      page().Intercom?.('shutdown');
    };
  }, [service, wanted]);
  return blocked && wanted ? <WriteToUs /> : null;
}

function WriteToUs() {
  const t = useTexts('frame');
  return (
    <Link className="chat-stand-in" to="/contact">
      <Icon name="message" small />
      {t('chat.write')}
    </Link>
  );
}

/** Whether the widget runs. Nobody is told to the provider before we have asked who it is. */
async function start(service: ChatService, left: () => boolean): Promise<boolean> {
  const visitor = document.cookie.includes(`${signedInHint}=1`) ? await whoAmI() : null;
  if (left()) return true;
  if (!page().Intercom && !(await loadScript(service.appId))) return false;
  if (left()) return true;
  if (!visitor && readMark()) page().Intercom?.('shutdown');
  writeMark(visitor !== null);
  page().Intercom?.('boot', chatSettings(service, visitor));
  return true;
}

async function whoAmI(): Promise<ChatVisitor | null> {
  try {
    const answer = await fetch('/api/me', { headers: { Accept: 'application/json' } });
    return answer.ok ? ((await answer.json()) as { chat: ChatVisitor | null }).chat : null;
  } catch {
    return null;
  }
}

function loadScript(appId: string): Promise<boolean> {
  return new Promise((resolve) => {
    const script = document.createElement('script');
    script.async = true;
    script.src = `https://widget.intercom.io/widget/${encodeURIComponent(appId)}`;
    const late = setTimeout(() => resolve(false), scriptPatienceMs);
    const end = (worked: boolean) => () => {
      clearTimeout(late);
      resolve(worked && Boolean(page().Intercom));
    };
    script.onload = end(true);
    script.onerror = end(false);
    document.head.append(script);
  });
}

function readMark(): boolean {
  try {
    return sessionStorage.getItem(identified) === '1';
  } catch {
    return false;
  }
}

function writeMark(on: boolean): void {
  try {
    if (on) sessionStorage.setItem(identified, '1');
    else sessionStorage.removeItem(identified);
  } catch {
    // Without storage there is nothing to remember from one document to the next.
  }
}
