import { useId, type ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { productKinds } from '#app/commerce/product-contract.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { useAskAgain } from '#app/ui/use-ask-again.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import { measureOf, type MeasureName } from './measure-rules.ts';
import { comparisons, periods, type PeriodAsk } from './period-rules.ts';
import { questionAddress, type Figure } from './figure-view.ts';
import type { Head, Row } from './open-overview.server.ts';
import type { Missing } from './read-figures.server.ts';
import { sayChange, sayValue } from './say-figure.ts';

const pages = [
  { id: 'overview', path: '/admin/analytics' },
  { id: 'explore', path: '/admin/analytics/explore' },
  { id: 'flights', path: '/admin/analytics/flights' },
  { id: 'cohorts', path: '/admin/analytics/cohorts' },
  { id: 'reports', path: '/admin/analytics/reports' },
  { id: 'measures', path: '/admin/analytics/measures' },
] as const;

/** Leads between the pages of figures. */
export function FiguresNav({ here }: { here: (typeof pages)[number]['id'] }) {
  const t = useTexts('analytics');
  return (
    <nav className="an-nav" aria-label={t('nav.label')}>
      {pages.map(({ id, path }) => (
        <Link key={id} to={path} aria-current={id === here ? 'page' : undefined}>
          {t(`nav.${id}`)}
        </Link>
      ))}
    </nav>
  );
}

/** From one day to another, as a phrase. */
export function useSpan() {
  const t = useTexts('analytics');
  const language = useLanguage();
  return (days: { from: CalendarDate; until: CalendarDate }) =>
    days.from === days.until
      ? formatDate(days.from, language)
      : t('span', { from: formatDate(days.from, language), until: formatDate(days.until, language) });
}

/** The title of a page of figures with what it shows, and how fresh that is. */
export function FiguresHead({ title, head, children }: { title: string; head: Head; children?: ReactNode }) {
  const t = useTexts('analytics');
  const language = useLanguage();
  const span = useSpan();
  const { ask, fresh, sample, missing } = head;
  return (
    <>
      <header className="dl-head">
        <h1 tabIndex={-1}>{title}</h1>
        <p>
          {ask.before ? t('against', { now: span(ask.days), before: span(ask.before) }) : span(ask.days)}
          {', '}
          {t('fresh', { time: clockIn(fresh) })}
        </p>
        {children}
      </header>
      {ask.unread && (
        <p className="an-sample" role="alert">
          {t('ask.unread', { shown: span(ask.days) })}
        </p>
      )}
      {sample !== null && sample >= ask.days.from && <p className="an-sample">{t('sample', { date: formatDate(sample, language) })}</p>}
      {missing && <BeingAddedUp missing={missing} />}
    </>
  );
}

const lookAgainMs = 3_000;

/** Which days the figures lack while a job adds them up. The page looks again by itself until they are there. */
export function BeingAddedUp({ missing }: { missing: Missing }) {
  const t = useTexts('analytics');
  const language = useLanguage();
  const span = useSpan();
  useAskAgain(true, lookAgainMs);
  return (
    <div className="an-sample an-missing" role="status">
      <p>
        <b>{t('missing.title')}</b> {t('missing.lead', { span: span(missing) })}
      </p>
      <progress max={missing.all} value={missing.done} aria-label={t('missing.title')} />
      <small>{t('missing.soFar', { done: formatNumber(missing.done, language), all: formatNumber(missing.all, language) })}</small>
    </div>
  );
}

/** HH:MM in Dubai of an ISO instant; Dubai keeps one offset all year. */
function clockIn(iso: string): string {
  return new Date(Date.parse(iso) + 4 * 3_600_000).toISOString().slice(11, 16);
}

/** What is asked, as a form that works without scripts; `children` are the choices of the page itself. */
export function PeriodForm({ head, kinds = true, children }: { head: Head; kinds?: boolean; children?: ReactNode }) {
  const t = useTexts('analytics');
  const { ask, kind, today } = head;
  // What was typed and cannot be shown stays to be corrected.
  const typed = ask.unread ?? ask.days;
  const period = ask.unread ? 'own' : ask.period;
  const wrong = ask.unread ? true : undefined;
  return (
    <Form method="get" className="dl-filters an-ask">
      {children}
      <label>
        {t('ask.period')}
        <select name="period" defaultValue={period} key={period}>
          {periods.map((one) => (
            <option key={one} value={one}>
              {t(`period.${one}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('ask.from')}
        <input type="date" name="from" defaultValue={typed.from} max={today} key={typed.from} aria-invalid={wrong} />
      </label>
      <label>
        {t('ask.until')}
        <input type="date" name="until" defaultValue={typed.until} max={today} key={typed.until} aria-invalid={wrong} />
      </label>
      <label>
        {t('ask.against')}
        <select name="against" defaultValue={ask.against} key={ask.against}>
          {comparisons.map((one) => (
            <option key={one} value={one}>
              {t(`comparison.${one}`)}
            </option>
          ))}
        </select>
      </label>
      {kinds && (
        <label>
          {t('ask.kind')}
          <select name="kind" defaultValue={kind} key={kind}>
            <option value="">{t('kind.all')}</option>
            {productKinds.map((one) => (
              <option key={one} value={one}>
                {t(`kind.${one}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      <button className="bo-btn" type="submit">
        {t('ask.show')}
      </button>
    </Form>
  );
}

/** A measure's name, which says what it means when it is pointed at or reached. */
export function Defined({ measure, children }: { measure: MeasureName; children?: ReactNode }) {
  const t = useTexts('analytics');
  const id = useId();
  return (
    <span className="an-defined">
      <Link className="bo-hit" to={`/admin/analytics/measures#${measure}`} aria-describedby={id}>
        {children ?? t(`measure.${measure}.name`)}
      </Link>
      <span role="tooltip" id={id}>
        {t(`measure.${measure}.meaning`)}
      </span>
    </span>
  );
}

export function useSay() {
  const t = useTexts('analytics');
  const language = useLanguage();
  return {
    value: (measure: MeasureName, value: number | null) => sayValue(t, language, measure, value),
    change: (figure: Pick<Figure, 'measure' | 'change'>) => sayChange(t, language, figure),
  };
}

/** What changed, in words and only then in colour. */
export function Change({ figure }: { figure: Figure }) {
  const t = useTexts('analytics');
  const say = useSay();
  if (figure.change === null) return <span className="an-still">{t('noComparison')}</span>;
  const tone = figure.good === null ? 'an-still' : figure.good ? 'an-good' : 'an-bad';
  return (
    <span className={tone}>
      <bdi dir="ltr">{say.change(figure)}</bdi>
      <span className="sr-only"> {t(figure.good === null ? 'change.same' : figure.good ? 'change.better' : 'change.worse')}</span>
    </span>
  );
}

/** A row of large figures; each leads to its own question. */
export function Tiles({ figures, ask, kind }: { figures: readonly Figure[]; ask: PeriodAsk; kind: string }) {
  const say = useSay();
  return (
    <dl className="an-tiles">
      {figures.map((figure) => (
        <div key={figure.measure}>
          <dt>
            <Defined measure={figure.measure} />
          </dt>
          <dd>
            <Link to={`/admin/analytics/explore?${questionAddress(ask, { measure: figure.measure, kind })}`}>
              <bdi>{say.value(figure.measure, figure.value)}</bdi>
            </Link>
            <small>
              <Change figure={figure} />
            </small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A part of the page whose title is its finding. */
export function Part({ title, lead, wide, children }: { title: ReactNode; lead?: ReactNode; wide?: 'half' | 'full'; children: ReactNode }) {
  return (
    <section className={`an-part${wide ? ` an-part--${wide}` : ''}`}>
      <header>
        <h2>{title}</h2>
        {lead && <p>{lead}</p>}
      </header>
      {children}
    </section>
  );
}

export const width = (percent: number): { inlineSize: string } => ({ inlineSize: `${Math.max(0, Math.min(100, percent)).toFixed(1)}%` });

/** A measure by its members: a bar, the figure and what changed. `toOf` leads from a row to what is behind it. */
export function RowsTable(props: {
  readonly rows: readonly Row[];
  readonly measure: MeasureName;
  readonly name: (member: string) => string;
  readonly by: string;
  readonly label: string;
  readonly toOf?: (member: string) => string | null;
  readonly extra?: { readonly head: ReactNode; readonly cell: (row: Row) => ReactNode };
}) {
  const { rows, measure, name, by, label, toOf, extra } = props;
  const t = useTexts('analytics');
  const say = useSay();
  const id = useId();
  const shares = rows.some(({ share }) => share !== null);
  const most = Math.max(1, ...rows.map(({ figure }) => figure.value ?? 0));
  if (rows.length === 0) return <p className="dl-quiet an-none">{t('none')}</p>;
  return (
    <>
      <h3 className="sr-only" id={id}>
        {label}
      </h3>
      <ScrollRegion labelledBy={id} className="an-rows">
        <table>
          <thead>
            <tr>
              <th scope="col">{by}</th>
              <th scope="col" className="an-barhead">
                <span className="sr-only">{t('column.share')}</span>
              </th>
              <th scope="col" className="an-num">
                {t(`measure.${measure}.name`)}
              </th>
              {shares && (
                <th scope="col" className="an-num">
                  {t('column.share')}
                </th>
              )}
              {extra && (
                <th scope="col" className="an-num">
                  {extra.head}
                </th>
              )}
              <th scope="col" className="an-num">
                {t('column.change')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const to = row.member === '' && by !== t('split.kind') ? null : toOf?.(row.member);
              const called = name(row.member);
              return (
                <tr key={row.member}>
                  <th scope="row">
                    {to ? (
                      <Link to={to}>
                        <bdi>{called}</bdi>
                      </Link>
                    ) : (
                      <bdi>{called}</bdi>
                    )}
                  </th>
                  <td className="an-barcell">
                    <span className="an-bar" style={width(((row.figure.value ?? 0) / most) * 100)} />
                  </td>
                  <td className="an-num">
                    <bdi>{say.value(measure, row.figure.value)}</bdi>
                  </td>
                  {shares && (
                    <td className="an-num">
                      <bdi>{row.share === null ? '–' : say.value('margin-share', row.share)}</bdi>
                    </td>
                  )}
                  {extra && <td className="an-num">{extra.cell(row)}</td>}
                  <td className="an-num">
                    <Change figure={row.figure} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

/** The finding in one sentence: what rose or fell, and by how much. */
export function useFinding() {
  const t = useTexts('analytics');
  const say = useSay();
  return (figure: Figure) => {
    const name = t(`measure.${figure.measure}.name`);
    if (figure.value === null || figure.cases === 0) return t('finding.nothing', { measure: name });
    if (figure.change === null) return t('finding.plain', { measure: name, value: say.value(figure.measure, figure.value) });
    const small = Math.abs(figure.change) < (measureOf(figure.measure).unit === 'percent' ? 0.3 : 1);
    if (small) return t('finding.same', { measure: name });
    return t(figure.change > 0 ? 'finding.up' : 'finding.down', { measure: name, change: say.change(figure).replace(/^[+−±]/, '') });
  };
}
