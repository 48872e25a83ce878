import type { RatePoint } from '../rate-changes-store.server.ts';

const [width, height, edge] = [560, 150, 12];

/** A rate over time as steps: it holds until the next one. Points are oldest first; `from` and `to` are epoch milliseconds. */
export function RateChart(props: { readonly points: readonly Pick<RatePoint, 'rate' | 'at'>[]; from: number; to: number; label: string }) {
  const { from, to, label } = props;
  const points = props.points.map(({ rate, at }) => ({ rate, time: Math.max(from, at.getTime()) }));
  const rates = points.map(({ rate }) => rate);
  const [low, high] = [Math.min(...rates), Math.max(...rates)];
  // One flat line stands in the middle.
  const span = high - low || high * 0.02;
  const bottom = high === low ? low - span / 2 : low;
  const x = (time: number) => edge + ((time - from) / (to - from)) * (width - 2 * edge);
  const y = (rate: number) => height - edge - ((rate - bottom) / span) * (height - 2 * edge);
  const path = points.map(({ rate, time }, index) => `${index === 0 ? `M${x(time)}` : `H${x(time)}V`} ${y(rate)}`).join('');
  return (
    <svg className="cs-chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path className="cs-chart__ground" d={`M${edge} ${height - edge}H${width - edge}`} />
      <path className="cs-chart__line" d={`${path}H${width - edge}`} />
      <circle className="cs-chart__now" cx={width - edge} cy={y(points.at(-1)!.rate)} r={4} />
    </svg>
  );
}
