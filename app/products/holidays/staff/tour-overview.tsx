import { Form, Link } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { ContentChange } from '../tour-content.ts';
import type { TourRecord } from './open-tour-desk.server.ts';
import { Margins } from './tour-prices-form.tsx';

/** Where a tour stands: what is missing, who may put it on sale, what its next edition changes, and what was before. */
export function Overview({
  data: { record, mayWork, wroteIt },
  base,
}: {
  data: { readonly record: TourRecord; readonly mayWork: boolean; readonly wroteIt: boolean };
  base: string;
}) {
  const t = useTexts('staff-tours');
  const language = useLanguage();
  const { edition, faults } = record;
  const blocking = faults.filter((fault) => fault !== 'below-cost');
  return (
    <div className="dl-record td-record">
      <div>
        <section className="dl-card">
          <h2>{t('next.title')}</h2>
          {edition ? (
            <p>
              {t('next.open', { number: edition.number, name: edition.changedBy ?? '–' })}
              {edition.reason && ` ${t('next.reason', { reason: edition.reason })}`}
            </p>
          ) : (
            <p>{t('next.none')}</p>
          )}
          {faults.length > 0 && (
            <ul className="td-faults">
              {faults.map((fault) => (
                <li key={fault}>
                  <Icon name="warning" small /> {t(`fault.${fault}`)}
                </li>
              ))}
            </ul>
          )}
          {mayWork && edition && (
            <Form method="post" className="td-acts">
              <input type="hidden" name="version" value={edition.version} />
              {edition.status === 'draft' ? (
                <>
                  <button className="bo-btn bo-btn--p" name="work" value="submit" disabled={blocking.length > 0}>
                    {t('work.submit')}
                  </button>
                  {record.status !== 'draft' && (
                    <button className="bo-btn" name="work" value="drop">
                      {t('work.drop')}
                    </button>
                  )}
                </>
              ) : (
                <>
                  {wroteIt ? (
                    <p className="td-hint">{t('work.secondPerson')}</p>
                  ) : (
                    <button className="bo-btn bo-btn--p" name="work" value="publish">
                      {t('work.publish')}
                    </button>
                  )}
                  <label>
                    {t('work.reason')}
                    <input name="reason" maxLength={300} />
                  </label>
                  <button className="bo-btn" name="work" value="send-back">
                    {t('work.send-back')}
                  </button>
                </>
              )}
            </Form>
          )}
        </section>
        {record.changes.length > 0 && <Changes number={record.compared ?? 0} changes={record.changes} />}
        {record.versions.length > 0 && (
          <section className="dl-card">
            <h2>{t('versions.title')}</h2>
            <ol className="td-versions">
              {record.versions.map((one) => (
                <li key={one.number}>
                  <Link to={`${base}?edition=${one.number}`} aria-current={one.number === record.compared ? 'true' : undefined}>
                    {t('versions.number', { number: one.number })}
                  </Link>{' '}
                  <span className={`dl-state ${one.status === 'published' ? 'dl-state--good' : ''}`}>{t(`edition.${one.status}`)}</span>
                  <span>
                    {one.writtenBy ? t('versions.written', { name: one.writtenBy }) : t('versions.house')} ·{' '}
                    {formatDate(one.writtenAt.slice(0, 10), language)}
                    {one.decidedBy && ` · ${t('versions.decided', { name: one.decidedBy })}`}
                  </span>
                </li>
              ))}
            </ol>
          </section>
        )}
      </div>
      <aside>
        <section className="dl-card">
          <h2>{t('languages')}</h2>
          <ul className="td-languages">
            {record.languages.map(({ code, percent }) => (
              <li key={code}>
                <Link to={`${base}?part=words&lang=${code}`}>{t(`lang.${code}`)}</Link>
                <meter min={0} max={100} value={percent} aria-label={t(`lang.${code}`)} />
                <span className="td-number">{formatNumber(percent, language)} %</span>
              </li>
            ))}
          </ul>
          <p className="td-hint">{t('languagesHint')}</p>
        </section>
        <Margins record={record} />
        {mayWork && record.moves.length > 0 && (
          <section className="dl-card">
            <h2>{t('standing')}</h2>
            <Form method="post" className="td-acts">
              {record.moves.map((event) => (
                <button key={event} className="bo-btn" name="event" value={event}>
                  {t(`event.${event}`)}
                </button>
              ))}
            </Form>
          </section>
        )}
      </aside>
    </div>
  );
}

const mostChanges = 60;

function Changes({ number, changes }: { number: number; changes: readonly ContentChange[] }) {
  const t = useTexts('staff-tours');
  return (
    <section className="dl-card">
      <h2>{t('changes.title', { number })}</h2>
      <ul className="td-changes">
        {changes.slice(0, mostChanges).map(({ path, before, after }) => (
          <li key={path.join('.')}>
            <b>{pathWords(path, t)}</b>
            {before && (
              <del dir="auto" aria-label={t('changes.before')}>
                {before}
              </del>
            )}
            {after && (
              <ins dir="auto" aria-label={t('changes.after')}>
                {after}
              </ins>
            )}
          </li>
        ))}
      </ul>
      {changes.length > mostChanges && <p className="td-hint">{t('changes.more', { count: changes.length - mostChanges })}</p>}
    </section>
  );
}

/** "Words · العربية · Days 3 · text" for words.ar.days.2.text; what has no name of its own is told as it is written. */
function pathWords(path: readonly string[], t: ReturnType<typeof useTexts>): string {
  return path
    .map((step, at) =>
      at === 1 && path[0] === 'words'
        ? t(`lang.${step}`, { defaultValue: step })
        : /^\d+$/.test(step)
          ? String(Number(step) + 1)
          : t(`field.${step}`, { defaultValue: step }),
    )
    .join(' · ');
}
