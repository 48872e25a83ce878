import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { useAskAgain } from '#app/ui/use-ask-again.ts';
import { mostAtOnce } from './desk-lists.ts';
import '#app/ui/desk-list/desk-tools.css';

const askAgainMs = 2_000;

export interface TriedLine {
  readonly id: string;
  readonly reference: string;
  readonly to: string;
  /** Why it would be skipped; null: it would be done. */
  readonly locked: string | null;
  readonly about: ReactNode;
}

/** What one press would do to each of what was picked; nothing is done yet. */
export function BulkDryRun({
  what,
  rows,
  left,
  orMore = false,
  looked = null,
  most = mostAtOnce,
  refused,
  why,
  form,
}: {
  what: string;
  rows: readonly TriedLine[];
  /** How many more match than are done at once. */
  left: number;
  /** Whether there are more still: they are counted so far and no further. */
  orMore?: boolean;
  /** How many were looked at, where others match that may be possible. */
  looked?: number | null;
  /** How many are done at once, where it is not as many as of orders. */
  most?: number;
  refused: string | null;
  /** A reason in words. */
  why: (code: string) => string;
  /** Of the press: the field that carries an id, the button, and what else goes with it. */
  form: {
    readonly field: string;
    readonly intent: string;
    readonly formKey: string;
    readonly with?: ReactNode;
    /** Where a press goes that answers with a file; null: to this page. */
    readonly to?: string | null;
  };
}) {
  const t = useTexts('staff-lists');
  const language = useLanguage();
  const ready = rows.filter(({ locked }) => locked === null);
  const skipped = Map.groupBy(
    rows.filter(({ locked }) => locked !== null),
    ({ locked }) => locked!,
  );
  return (
    <>
      {refused && (
        <p className="dl-bulk__said" role="alert">
          {why(refused)}
        </p>
      )}
      {left > 0 && (
        <p className="dl-bulk__said">{t('bulk.tooMany', { most, left: `${formatNumber(left, language)}${orMore ? '+' : ''}` })}</p>
      )}
      {looked !== null && <p className="dl-bulk__said">{t('bulk.looked', { looked: formatNumber(looked, language) })}</p>}
      {rows.length === 0 ? (
        <p className="dl-bulk__said">{t('bulk.none')}</p>
      ) : (
        <>
          <dl className="dl-bulk__counts">
            <Count label={t('bulk.picked')} n={rows.length} />
            <Count label={t('bulk.ready')} n={ready.length} good />
            {[...skipped].map(([locked, those]) => (
              <Count key={locked} label={why(locked)} n={those.length} />
            ))}
          </dl>
          {ready.length > 0 && (
            <Form method="post" className="dl-bulk__go" {...(form.to ? { action: form.to, reloadDocument: true } : {})}>
              <input type="hidden" name="key" value={form.formKey} />
              {ready.map((row) => (
                <input key={row.id} type="hidden" name={form.field} value={row.id} />
              ))}
              {form.with}
              <button className="bo-btn bo-btn--p" name="intent" value={form.intent}>
                {t('bulk.go', { what, n: ready.length })}
              </button>
            </Form>
          )}
          {ready.length > 0 && <Lines title={t('bulk.will')} rows={ready} />}
          {[...skipped].map(([locked, those]) => (
            <Lines key={locked} title={why(locked)} rows={those} />
          ))}
        </>
      )}
    </>
  );
}

export interface DoneLine {
  readonly id: string;
  readonly reference: string;
  readonly to: string;
  /** Null while it is under way. */
  readonly ok: boolean | null;
  readonly said: string | null;
}

/** What became of each so far. The page asks again by itself until the last one is done. */
export function BulkOutcome({ lines }: { lines: readonly DoneLine[] }) {
  const t = useTexts('staff-lists');
  const open = lines.filter(({ ok }) => ok === null).length;
  useAskAgain(open > 0, askAgainMs);
  return (
    <>
      <div role="status">
        <dl className="dl-bulk__counts">
          <Count label={t('bulk.done')} n={lines.filter(({ ok }) => ok).length} good />
          <Count label={t('bulk.notDone')} n={lines.filter(({ ok }) => ok === false).length} />
          {open > 0 && <Count label={t('bulk.underWay')} n={open} />}
        </dl>
      </div>
      <section className="dl-bulk__card">
        <h2>{t('bulk.outcomes')}</h2>
        <div className="dl-bulk__rows">
          <table>
            <tbody>
              {lines.map(({ id, reference, to, ok, said }) => (
                <tr key={id}>
                  <Ref reference={reference} to={to} />
                  <td>
                    {ok === null ? (
                      t('bulk.underWay')
                    ) : (
                      <>
                        <Icon name={ok ? 'done' : 'fault'} small /> {t(ok ? 'bulk.done' : 'bulk.notDone')}
                      </>
                    )}
                  </td>
                  <td>{said}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </>
  );
}

function Count({ label, n, good }: { label: string; n: number; good?: boolean }) {
  return (
    <div className={good ? 'dl-bulk__count dl-bulk__count--good' : 'dl-bulk__count'}>
      <dt>{label}</dt>
      <dd>{formatNumber(n, useLanguage())}</dd>
    </div>
  );
}

function Lines({ title, rows }: { title: string; rows: readonly TriedLine[] }) {
  return (
    <section className="dl-bulk__card">
      <h2>{title}</h2>
      <div className="dl-bulk__rows">
        <table>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <Ref reference={row.reference} to={row.to} />
                <td>{row.about}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Ref({ reference, to }: { reference: string; to: string }) {
  return (
    <td>
      <Link to={to}>
        <bdi>{reference}</bdi>
      </Link>
    </td>
  );
}
