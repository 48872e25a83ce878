import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { deskState, isToKeep, type DeskAnswer, type DeskState, type DeskTime } from './desk-time.ts';
import './desk-lock.css';

const askEveryMs = 60_000;
const address = '/admin/session';

interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/**
 * A desk that nobody uses locks after half an hour, and nothing typed on it is lost: the page stays behind the lock, and whoever
 * it was drawn for goes on after their password. Who works before it, with or without asking the server, keeps it open. Without
 * scripts the next page asks for the password.
 */
export function DeskLock({ person }: { person: Person }) {
  const { state, ends, stay, ask } = useDeskTime(person.id);
  if (state === 'locked') return <Lock person={person} onOpen={ask} />;
  return state === 'warned' ? <Warning ends={ends} onStay={stay} /> : null;
}

function useDeskTime(me: string) {
  const [state, setState] = useState<Exclude<DeskState, 'elsewhere'>>('open');
  const [ends, setEnds] = useState<'idle' | 'day'>('idle');
  const worked = useRef(false);
  const askedAt = useRef(0);

  const ask = useCallback(async () => {
    askedAt.current = performance.now();
    // Past the router, and in no hurry: a question that does not get through leaves the page as it is.
    const told = async () => {
      const answer = await fetch(address).catch(() => null);
      return answer?.ok ? ((await answer.json().catch(() => null)) as DeskTime | null) : null;
    };
    let time = await told();
    if (time && isToKeep(time, worked.current)) {
      worked.current = false;
      await fetch(address, { method: 'POST', body: new URLSearchParams({ intent: 'keep' }) }).catch(() => null);
      time = await told();
    }
    if (!time) return;
    const next = deskState(time, me);
    if (next === 'elsewhere') return location.assign('/admin');
    if (time.userId !== null) setEnds(time.ends);
    setState(next);
  }, [me]);

  useEffect(() => {
    const work = () => {
      worked.current = true;
      // Whoever comes back after a while is told before they press anything.
      if (performance.now() - askedAt.current > askEveryMs) void ask();
    };
    const look = () => document.visibilityState === 'visible' && void ask();
    const moves = ['keydown', 'pointerdown', 'pointermove', 'input'] as const;
    askedAt.current = performance.now();
    const timer = setInterval(look, askEveryMs);
    document.addEventListener('visibilitychange', look);
    for (const move of moves) addEventListener(move, work, { passive: true, capture: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      for (const move of moves) removeEventListener(move, work, { capture: true });
    };
  }, [ask]);

  const stay = () => {
    worked.current = true;
    void ask();
  };
  return { state, ends, stay, ask };
}

function Warning({ ends, onStay }: { ends: 'idle' | 'day'; onStay: () => void }) {
  const t = useTexts('staff');
  return (
    <div className="dk-warning" role="alert">
      <Icon name="lock" small />
      <p>{t(ends === 'idle' ? 'lock.soonIdle' : 'lock.soonDay')}</p>
      {ends === 'idle' && (
        <button className="bo-btn" type="button" onClick={onStay}>
          {t('lock.stay')}
        </button>
      )}
    </div>
  );
}

function Lock({ person, onOpen }: { person: Person; onOpen: () => Promise<void> }) {
  const t = useTexts('staff');
  const box = useRef<HTMLDialogElement>(null);
  const [said, setSaid] = useState<Exclude<DeskAnswer, { step: 'open' }>>({ step: 'password', wrong: null });
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const { current } = box;
    // Where the reader was before, a dialog gives back by itself.
    current?.showModal();
    return () => current?.close();
  }, []);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const typed = new FormData(event.currentTarget);
    const body = new URLSearchParams([...typed].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
    setBusy(true);
    const answer = await fetch(address, { method: 'POST', body }).catch(() => null);
    const told = ((await answer?.json().catch(() => null)) ?? { step: said.step, wrong: 'fault' }) as DeskAnswer;
    if (told.step === 'open') await onOpen();
    else setSaid(told);
    setBusy(false);
  };
  const wrong = said.wrong === null ? null : t(`lock.wrong.${said.wrong}`, said.wrong === 'wait' ? { count: said.minutes } : {});
  const field = said.step;
  return (
    <dialog
      ref={box}
      className="dk"
      aria-labelledby="dk-title"
      aria-describedby="dk-text"
      onCancel={(event) => event.preventDefault()}
      // A browser closes on the second Esc, whatever the page says.
      onClose={() => box.current?.showModal()}
    >
      <form onSubmit={send} noValidate>
        <Icon name="lock" />
        <h2 id="dk-title">{t('lock.title')}</h2>
        <p id="dk-text">{t('lock.text')}</p>
        <p className="dk-who">
          <b>{person.name}</b> <bdi>{person.email}</bdi>
        </p>
        <input type="hidden" name="intent" value={field} />
        <input type="email" name="email" value={person.email} autoComplete="username" readOnly hidden />
        <label htmlFor="dk-proof">{t(field === 'code' ? 'lock.code' : 'login.password')}</label>
        <input
          id="dk-proof"
          key={field}
          name={field}
          type={field === 'code' ? 'text' : 'password'}
          dir="ltr"
          autoComplete={field === 'code' ? 'one-time-code' : 'current-password'}
          maxLength={field === 'code' ? 40 : 128}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? 'dk-wrong' : undefined}
          // The dialog opens for this field.
          autoFocus
        />
        {wrong && (
          <p id="dk-wrong" className="bo-wrong" role="alert">
            {wrong}
          </p>
        )}
        <button className="bo-btn bo-btn--p bo-btn--wide" type="submit" aria-disabled={busy}>
          {t(busy ? 'login.busy' : 'lock.open')}
        </button>
        <a className="dk-other" href="/admin/login">
          {t('lock.other')}
        </a>
      </form>
    </dialog>
  );
}
