import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { sayMoment } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { BulkOutcome, type DoneLine } from './bulk-report.tsx';

/** The page of a run: before it, what it would do (`children`); once it is begun, what became of each. */
export function BulkFrame({
  what,
  back,
  run,
  about = null,
  children,
}: {
  what: string;
  /** The list from which it was picked, as it was asked for. */
  back: string;
  /** Null while nothing is begun. */
  run: { readonly startedAt: string; readonly lines: readonly DoneLine[] } | null;
  /** What else is to be known of it. */
  about?: ReactNode;
  children: ReactNode;
}) {
  const t = useTexts('staff-lists');
  const language = useLanguage();
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t(run ? 'bulk.result' : 'bulk.dryRun', { what })}</h1>
        <p>
          {run ? (
            <>
              {t('bulk.startedAt')} <bdi>{sayMoment(run.startedAt, language)}</bdi>
            </>
          ) : (
            t('bulk.dryRunSub')
          )}
          {about && <> · {about}</>}
        </p>
        {run?.lines.some(({ ok }) => ok === null) && (
          <Link to="" reloadDocument>
            {t('bulk.look')}
          </Link>
        )}
        <Link className="bo-btn" to={back}>
          {t('bulk.back')}
        </Link>
      </header>
      {run ? <BulkOutcome lines={run.lines} /> : children}
    </div>
  );
}
