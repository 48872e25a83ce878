import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { useTexts } from '#app/ui/texts.tsx';
import { snoozes } from '../task-rules.ts';
import './work.css';

/**
 * One move for everything that is ticked on the page: of the queue, or of the first of it on the dashboard. `children` is what
 * else is asked with the same colleague and the same time.
 */
export function BulkWork({
  here,
  takers,
  children,
}: {
  here: string;
  takers: readonly { readonly id: string; readonly name: string }[];
  children?: ReactNode;
}) {
  const t = useTexts('staff-work');
  return (
    <Form className="wq-bulk" method="post" action={here} id="bulk" aria-label={t('bulk.label')} preventScrollReset>
      <input type="hidden" name="bulk" value="1" />
      <span>{t('bulk.label')}</span>
      <button className="bo-btn" name="move" value="take" type="submit">
        {t('takePicked')}
      </button>
      <span className="wq-bulk__pair">
        <select name="to" aria-label={t('bulk.to')} defaultValue="">
          <option value="">{t('bulk.toNobody')}</option>
          {takers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <button className="bo-btn" name="move" value="give" type="submit">
          {t('bulk.give')}
        </button>
      </span>
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
