import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { dayMs } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

const [width, height, edge, foot, side] = [560, 170, 12, 20, 56];

/**
 * A rate over time as steps: it holds until the next one. Points are oldest first, times are epoch milliseconds; the
 * first point may lie before `since`. A short history is drawn over its own length, a day at least.
 */
export function RateChart(props: {
  readonly points: readonly { readonly rate: number; readonly at: number }[];
  readonly since: number;
  readonly to: number;
  readonly label: string;
  readonly language: LanguageCode;
}) {
  const { since, to, label, language } = props;
  const from = Math.min(Math.max(since, props.points[0]!.at), to - dayMs);
  const points = props.points.map(({ rate, at }) => ({ rate, time: Math.max(from, at) }));
  const rates = points.map(({ rate }) => rate);
  const [low, high] = [Math.min(...rates), Math.max(...rates)];
  // One flat line stands in the middle.
  const span = high - low || high * 0.02;
  const bottom = high === low ? low - span / 2 : low;
  const x = (time: number) => side + ((time - from) / (to - from)) * (width - side - edge);
  const y = (rate: number) => height - foot - edge - ((rate - bottom) / span) * (height - foot - 2 * edge);
  const path = points.map(({ rate, time }, index) => (index === 0 ? `M${side} ${y(rate)}H${x(time)}` : `H${x(time)}V${y(rate)}`)).join('');
  const day = (time: number) => formatDate(new Date(time).toISOString().slice(0, 10), language);
  return (
    <svg className="cs-chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} style={{ direction: 'ltr' }}>
      {[...new Set([low, high])].map((rate) => (
        <g key={rate}>
          <path className="cs-chart__ground" d={`M${side} ${y(rate)}H${width - edge}`} />
          <text x={side - 8} y={y(rate) + 4} textAnchor="end">
            {formatNumber(rate, language, 4)}
          </text>
        </g>
      ))}
      <text x={side} y={height - 4}>
        {day(from)}
      </text>
      <text x={width - edge} y={height - 4} textAnchor="end">
        {day(to)}
      </text>
      <path className="cs-chart__line" d={`${path}H${width - edge}`} />
      <circle className="cs-chart__now" cx={width - edge} cy={y(points.at(-1)!.rate)} r={4} />
    </svg>
  );
}
