import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { addDays, dayNumber, weekday, type CalendarDate } from '#app/values/dates.ts';
import { useSay, useSpan } from './figure-parts.tsx';
import { measureOf, type MeasureName } from './measure-rules.ts';
import type { Head, Series } from './open-overview.server.ts';

const [start, end, top, foot] = [46, 104, 22, 24];

/** Three or four round lines above `low`, up to the highest value. */
function ticksOf(low: number, high: number): number[] {
  const rough = (high - low) / 3;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((times) => times * size).find((one) => one >= rough) ?? size;
  const first = Math.floor(low / step + 0.001) + 1;
  return Array.from({ length: Math.max(0, Math.floor(high / step + 0.001) - first + 1) }, (_, index) => (first + index) * step);
}

/** Points with gaps where there is no value: a line begins anew after each. */
function pathOf(values: readonly (number | null)[], x: (index: number) => number, y: (value: number) => number): string {
  let pen = 'M';
  return values
    .map((value, index) => {
      if (value === null) {
        pen = 'M';
        return '';
      }
      const point = `${pen}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
      pen = 'L';
      return point;
    })
    .join('');
}

/**
 * A measure over time, drawn on the server, beside what it is compared with; the same as a table below. Lines are named
 * where they end. Time runs from left to right in every language.
 */
export function LineChart(props: {
  readonly series: Series;
  readonly measure: MeasureName;
  readonly head: Head;
  readonly finding: string;
  /** Over the whole width of the page. */
  readonly wide?: boolean;
}) {
  const { series, measure, head, finding } = props;
  const { ask } = head;
  const [full, tall] = props.wide ? [1120, 280] : [620, 252];
  const t = useTexts('analytics');
  const language = useLanguage();
  const say = useSay();
  const span = useSpan();
  const { buckets, now, before, grain, seasons } = series;
  const { unit } = measureOf(measure);
  const values = [...now, ...before].filter((value): value is number => value !== null);
  const high = unit === 'percent' ? Math.max(1, ...values) : Math.max(unit === 'aed' ? 100_000 : 4, ...values);
  // A line may begin above zero where everything lies near the top.
  const least = Math.min(...values);
  const low = unit === 'percent' && least > 60 ? Math.max(0, Math.floor((least - (100 - least) / 2) / 5) * 5 - 5) : 0;
  const last = Math.max(1, buckets.length - 1);
  const x = (index: number) => start + (index / last) * (full - start - end);
  const y = (value: number) => top + (1 - (value - low) / ((high - low) * 1.06)) * (tall - top - foot);
  const axis = (value: number) =>
    unit === 'aed'
      ? value >= 100_000_00
        ? `${formatNumber(value / 100_000, language)}k`
        : formatNumber(value / 100, language)
      : formatNumber(value, language, value < 10 && value % 1 !== 0 ? 1 : 0);
  const label = (bucket: CalendarDate) => formatDate(bucket, language, grain === 'month' ? 'month' : 'day');
  const first = dayNumber(buckets[0]!);
  const perBucket = grain === 'day' ? 1 : grain === 'week' ? 7 : 30.4;
  const at = (day: CalendarDate) => Math.min(last, Math.max(0, (dayNumber(day) - first) / perBucket));
  const band = last > 0 ? (x(1) - x(0)) / 2 : 0;
  const peak = now.reduce<number>((best, value, index) => ((value ?? -1) > (now[best] ?? -1) ? index : best), 0);
  const ends = (line: readonly (number | null)[]) => line.findLastIndex((value) => value !== null);
  // What is not over yet is drawn as such: a morning is no bad day.
  const closed = ask.days.until === head.today && now.length > 1 ? now.length - 1 : now.length;
  const [endNow, endBefore] = [ends(now), ends(before)];
  const every = Math.max(1, Math.ceil(buckets.length / (props.wide ? 9 : 5)));
  const nowY = endNow >= 0 ? y(now[endNow]!) : 0;
  const beforeY = endBefore >= 0 ? y(before[endBefore]!) : 0;
  // Two names at one end stand apart.
  const gap = 30;
  const pushed =
    Math.abs(nowY - beforeY) >= gap ? beforeY : nowY <= beforeY ? Math.min(nowY + gap, tall - foot) : Math.max(nowY - gap, top);
  if (values.length === 0) return <p className="dl-quiet an-none">{t('none')}</p>;
  return (
    <>
      <svg
        className="an-chart"
        viewBox={`0 0 ${full} ${tall}`}
        role="img"
        aria-label={`${finding}. ${t('chart.table')}`}
        style={{ direction: 'ltr' }}
      >
        {grain === 'day' &&
          buckets.map((day, index) =>
            weekday(day) >= 5 ? (
              <rect key={day} className="an-chart__weekend" x={x(index) - band} y={top} width={band * 2} height={tall - top - foot} />
            ) : null,
          )}
        {seasons.map(({ season, days }) => (
          <g key={season + days.from}>
            <rect
              className="an-chart__season"
              x={x(at(days.from)) - (grain === 'day' ? band : 0)}
              y={top}
              width={Math.max(4, x(at(addDays(days.until, 1))) - x(at(days.from)))}
              height={tall - top - foot}
            />
            <text x={x(at(days.from)) + 2} y={tall - foot - 6}>
              {t(`period.${season}`)}
            </text>
          </g>
        ))}
        {ticksOf(low, high).map((tick) => (
          <g key={tick}>
            <path className="an-chart__grid" d={`M${start} ${y(tick)}H${full - end}`} />
            <text x={start - 6} y={y(tick) + 4} textAnchor="end">
              {axis(tick)}
            </text>
          </g>
        ))}
        <path className="an-chart__ground" d={`M${start} ${y(low)}H${full - end}`} />
        {buckets.map((bucket, index) =>
          index % every === 0 && index <= last - every * 0.6 + 1 ? (
            <text key={bucket} x={x(index)} y={tall - 6} textAnchor={index === 0 ? 'start' : 'middle'}>
              {label(bucket)}
            </text>
          ) : null,
        )}
        <path className="an-chart__before" d={pathOf(before, x, y)} />
        <path className="an-chart__now" d={pathOf(now.slice(0, closed), x, y)} />
        {closed < now.length && (
          <path
            className="an-chart__open"
            d={pathOf(
              now.map((value, index) => (index >= closed - 1 ? value : null)),
              x,
              y,
            )}
          />
        )}
        {endBefore >= 0 && (
          <text className="an-chart__was" x={x(endBefore) + 9} y={pushed + 4}>
            {t('chart.before')}
          </text>
        )}
        {endNow >= 0 && (
          <>
            <circle className="an-chart__dot" cx={x(endNow)} cy={nowY} r={3.5} />
            <text className="an-chart__is" x={x(endNow) + 9} y={nowY + 4}>
              {t(closed < now.length ? `chart.${grain === 'day' ? 'today' : 'soFar'}` : 'chart.now')}
            </text>
          </>
        )}
        {peak !== endNow && (now[peak] ?? 0) > 0 && (
          <>
            <circle className="an-chart__dot" cx={x(peak)} cy={y(now[peak]!)} r={2.5} />
            <text className="an-chart__peak" x={x(peak)} y={Math.max(12, y(now[peak]!) - 8)} textAnchor={peak < 2 ? 'start' : 'middle'}>
              {`${axis(now[peak]!)} · ${label(buckets[peak]!)}`}
            </text>
          </>
        )}
      </svg>
      <details className="an-table">
        <summary>{t('chart.table')}</summary>
        <div className="an-rows">
          <table>
            <caption className="sr-only">{finding}</caption>
            <thead>
              <tr>
                <th scope="col">{t(`grain.${grain}`)}</th>
                <th scope="col" className="an-num">
                  {span(ask.days)}
                </th>
                {ask.before && (
                  <th scope="col" className="an-num">
                    {span(ask.before)}
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {buckets.map((bucket, index) => (
                <tr key={bucket}>
                  <th scope="row">{formatDate(bucket, language, grain === 'month' ? 'month' : 'short')}</th>
                  <td className="an-num">
                    <bdi>{say.value(measure, now[index] ?? null)}</bdi>
                  </td>
                  {ask.before && (
                    <td className="an-num">
                      <bdi>{say.value(measure, before[index] ?? null)}</bdi>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}
