import { frameOf, frameSize, inFrame, landAddress, waysOf } from './map-frame.ts';
import { onMercator, type MapPlace } from './projection.ts';
import './map.css';

/** The way from place to place on a drawn map; `label` says it in words for those who do not see it. Two places may be the same. */
export function RouteMap({ places, label, className = '' }: { places: readonly MapPlace[]; label: string; className?: string }) {
  const frame = frameOf(places);
  const ways = waysOf(places).map((way) => way.map((spot) => inFrame(frame, spot)));
  const ends =
    places.length > 1
      ? [ways[0]![0]!, ...ways.map((way) => way.at(-1)!)]
      : places.map(({ lon, lat }) => inFrame(frame, onMercator(lon, lat)));
  // A place visited twice keeps one point and one name.
  const stops = places.flatMap((place, at) =>
    places.findIndex(({ name }) => name === place.name) === at ? [{ place, spot: ends[at]! }] : [],
  );
  return (
    <figure className={`map map--route${className ? ` ${className}` : ''}`}>
      <img src={landAddress(frame)} alt="" width={frameSize[0]} height={frameSize[1]} loading="lazy" decoding="async" />
      <svg viewBox={`0 0 ${frameSize[0]} ${frameSize[1]}`} role="img" aria-label={label}>
        {places.length > 1 &&
          ways.map((way, at) => (
            <path key={at} className="map__way" d={`M${way.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`} />
          ))}
        {stops.map(({ place, spot: [x, y] }, at) => (
          <circle
            key={place.name}
            className={at === 0 ? 'map__stop map__stop--end' : 'map__stop'}
            cx={x.toFixed(1)}
            cy={y.toFixed(1)}
            r={at === 0 ? 6 : 5}
          />
        ))}
        {stops.map(({ place, spot }, at) => {
          const { x, y, anchor } = besideOf(
            spot,
            stops.map((stop) => stop.spot),
            at,
          );
          return (
            <text key={place.name} className="map__name" x={x.toFixed(1)} y={y.toFixed(1)} textAnchor={anchor}>
              {place.name}
            </text>
          );
        })}
      </svg>
    </figure>
  );
}

type Spot = readonly [number, number];

/** The side of a point where its name meets the fewest other points; near an edge the name turns inwards. */
function besideOf([x, y]: Spot, all: readonly Spot[], own: number): { x: number; y: number; anchor: 'start' | 'middle' | 'end' } {
  const sides = [
    { x: x + 11, y: y + 5, anchor: 'start' as const, box: [x + 8, y - 12, x + 130, y + 12] as const },
    { x: x - 11, y: y + 5, anchor: 'end' as const, box: [x - 130, y - 12, x - 8, y + 12] as const },
    { x, y: y - 13, anchor: 'middle' as const, box: [x - 64, y - 32, x + 64, y - 8] as const },
    { x, y: y + 24, anchor: 'middle' as const, box: [x - 64, y + 8, x + 64, y + 34] as const },
  ];
  const cost = sides.map(({ box: [left, top, right, foot] }) => {
    const met = all.filter(([px, py], at) => at !== own && px > left - 6 && px < right + 6 && py > top - 6 && py < foot + 6).length;
    return met * 10 + (left < 0 || right > frameSize[0] || top < 0 || foot > frameSize[1] ? 25 : 0);
  });
  const best = sides[cost.indexOf(Math.min(...cost))]!;
  return { x: best.x, y: best.y, anchor: best.anchor };
}
