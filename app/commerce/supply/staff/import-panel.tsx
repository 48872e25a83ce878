import { Form, Link } from 'react-router';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { sayMoment } from '#app/ui/say-moment.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { ImportDesk } from './import-desk.server.ts';

/** Uploads a table, shows row by row what it would change, and writes it. Its pages name the catalogue `staff-imports`. */
export function ImportPanel({ desk, title, record, works }: { desk: ImportDesk; title: string; record: string; works: boolean }) {
  const t = useTexts('staff-imports');
  const language = useLanguage();
  const { report } = desk;
  const faulty = report?.rows.filter(({ faults }) => faults.length > 0).length ?? 0;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1} id="import">
          {t('title', { name: title })}
        </h1>
        <p>{t('lede')}</p>
        <Link className="bo-btn" to={record}>
          {t('record')}
        </Link>
      </header>
      <DeskSaid
        refused={desk.refused && t(`refused.${desk.refused}`, { defaultValue: t('refused.not-found') })}
        did={desk.did && t(desk.did === 'drop' ? 'didDrop' : 'did')}
      />
      {report && (
        <section className="dl-card" aria-labelledby="report">
          <h2 id="report">
            <bdi>{report.fileName || '–'}</bdi>
          </h2>
          <p>
            {t('rows', { count: report.rows.length, shown: formatNumber(report.rows.length, language) })} ·{' '}
            {faulty === 0 ? t('noFaults') : t('faulty', { count: faulty, shown: formatNumber(faulty, language) })}
          </p>
          {report.applied ? (
            <p className="dl-state dl-state--good">{t('applied')}</p>
          ) : report.dropped ? (
            <p className="dl-state">{t('dropped')}</p>
          ) : faulty > 0 ? (
            <p className="td-hint">{t('repair')}</p>
          ) : (
            <>
              {report.second && <p className="td-hint">{t('second')}</p>}
              {works && (
                <Form method="post" className="td-acts">
                  <input type="hidden" name="report" value={report.id} />
                  {!report.second && (
                    <button className="bo-btn bo-btn--p" name="intent" value="apply">
                      {t('apply', { count: report.rows.length, shown: formatNumber(report.rows.length, language) })}
                    </button>
                  )}
                  {report.priced && (
                    <button className="bo-btn" name="intent" value="drop">
                      {t('drop')}
                    </button>
                  )}
                </Form>
              )}
            </>
          )}
          <ScrollRegion labelledBy="report" className="dl-sheet">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('line')}</th>
                  {desk.columns.map((column) => (
                    <th scope="col" key={column}>
                      <bdi>{column}</bdi>
                    </th>
                  ))}
                  <th scope="col">{t('found')}</th>
                </tr>
              </thead>
              <tbody>
                {report.rows.slice(0, mostShown).map(({ line, cells, faults }) => (
                  <tr key={line}>
                    <th scope="row">{formatNumber(line, language)}</th>
                    {desk.columns.map((column) => (
                      <td key={column}>
                        <bdi>{cells[column]}</bdi>
                      </td>
                    ))}
                    <td>
                      {faults.length === 0 ? (
                        <Icon name="done" small />
                      ) : (
                        <>
                          <Icon name="warning" small /> {faults.map((fault) => t(`fault.${fault}`)).join(' · ')}
                        </>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
          {report.rows.length > mostShown && <p className="td-hint">{t('more', { shown: formatNumber(mostShown, language) })}</p>}
        </section>
      )}
      {works && (
        <section className="dl-card">
          <h2>{t('upload')}</h2>
          <Form method="post" encType="multipart/form-data" className="td-form">
            <div className="td-form__body">
              <label>
                {t('file')}
                <input type="file" name="table" accept=".csv,text/csv" required />
              </label>
              <p className="td-hint">
                {t('columns')} <code dir="ltr">{desk.columns.join(',')}</code>
              </p>
              <p className="td-hint">{t('hint', { column: desk.priceColumn })}</p>
              <p>
                <button className="bo-btn bo-btn--p" name="intent" value="try">
                  {t('try')}
                </button>
              </p>
            </div>
          </Form>
        </section>
      )}
      {desk.last.length > 0 && (
        <section className="dl-card">
          <h2>{t('last')}</h2>
          <ol className="td-versions">
            {desk.last.map((one) => (
              <li key={one.id}>
                <Link to={`?report=${one.id}`}>
                  <bdi>{one.fileName || '–'}</bdi>
                </Link>
                <span
                  className={`dl-state ${one.standing === 'applied' ? 'dl-state--good' : one.standing === 'waits' ? 'dl-state--now' : ''}`}
                >
                  {t(one.standing)}
                </span>
                <span>
                  {one.madeBy} · {sayMoment(one.madeAt, language)}
                  {one.appliedBy && ` · ${t('appliedBy', { name: one.appliedBy })}`}
                  {one.droppedBy && ` · ${t('droppedBy', { name: one.droppedBy })}`}
                  {` · ${t('rows', { count: one.rows, shown: formatNumber(one.rows, language) })}`}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

const mostShown = 200;
