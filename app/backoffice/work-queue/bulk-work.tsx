import { useEffect, useState, type ReactNode } from 'react';
import { Form } from 'react-router';
import { useTexts } from '#app/ui/texts.tsx';
import { snoozes } from '../task-rules.ts';
import type { Taker } from './open-work.server.ts';
import './work.css';

/**
 * One move for everything that is ticked on the page: of the queue, or of the first of it on the dashboard. `children` is what
 * else is asked with the same colleague and the same time.
 */
export function BulkWork({
  here,
  given,
  takers,
  children,
}: {
  here: string;
  /** What of the page this colleague may give, by its name in the form. */
  given: ReadonlyMap<string, string>;
  takers: readonly Taker[];
  children?: ReactNode;
}) {
  const t = useTexts('staff-work');
  const picked = useGivenAs(given);
  const able = takers.filter(({ has }) => picked.every((one) => has.includes(one)));
  return (
    <Form className="wq-bulk" method="post" action={here} id="bulk" aria-label={t('bulk.label')} preventScrollReset>
      <input type="hidden" name="bulk" value="1" />
      <span>{t('bulk.label')}</span>
      <button className="bo-btn" name="move" value="take" type="submit">
        {t('takePicked')}
      </button>
      {takers.length > 0 && (
        <span className="wq-bulk__pair">
          <select name="to" aria-label={t('bulk.to')} defaultValue="">
            <option value="">{t(able.length > 0 ? 'bulk.toNobody' : 'bulk.toNone')}</option>
            {able.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <button className="bo-btn" name="move" value="give" type="submit">
            {t('bulk.give')}
          </button>
        </span>
      )}
      <span className="wq-bulk__pair">
        <select name="snooze" aria-label={t('putOffFor')} defaultValue="hour">
          {snoozes.map((one) => (
            <option key={one} value={one}>
              {t(`snooze.${one}`)}
            </option>
          ))}
        </select>
        <button className="bo-btn" name="move" value="put-off" type="submit">
          {t('bulk.putOff')}
        </button>
      </span>
      {children}
    </Form>
  );
}

/** As what the things that are ticked now would be given; without scripts nothing is known of that, and everybody is offered. */
function useGivenAs(given: ReadonlyMap<string, string>): readonly string[] {
  const [ticked, setTicked] = useState<readonly string[]>([]);
  useEffect(() => {
    const read = ({ target }: { readonly target: EventTarget | null }) => {
      const form = target instanceof HTMLInputElement ? target.form : null;
      if (form?.id === 'bulk') setTicked(new FormData(form).getAll('thing').map(String));
    };
    document.addEventListener('change', read);
    return () => document.removeEventListener('change', read);
  }, []);
  return [...new Set(ticked.flatMap((thing) => given.get(thing) ?? []))];
}
