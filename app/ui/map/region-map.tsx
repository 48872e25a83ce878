import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { worldAddress } from './map-frame.ts';
import { greatCircle, onWorld, worldSize } from './projection.ts';
import './map.css';

export interface MapRegion {
  readonly id: string;
  readonly name: string;
  /** Under the name, small. */
  readonly note: ReactNode;
  readonly to: string;
}

/** Where a region's name stands, and where the way to it ends. */
const spots: Readonly<Record<string, readonly [lon: number, lat: number]>> = {
  'africa-middle-east': [22, 3],
  europe: [10, 49],
  'usa-canada': [-98, 43],
  'australia-new-zealand': [140, -27],
  asia: [101, 29],
  'latin-america': [-60, -14],
};
const home = { name: 'Dubai', lat: 25.25, lon: 55.36 };

/** The regions of the world as links on a map, with the ways to them from home. In a list for whoever does not see the map. */
export function RegionMap({ regions, label }: { regions: readonly MapRegion[]; label: string }) {
  const [width, height] = worldSize;
  const [homeX, homeY] = onWorld(home.lon, home.lat);
  const shown = regions.flatMap((region) => {
    const at = spots[region.id];
    return at ? [{ ...region, at }] : [];
  });
  return (
    <div className="map map--world">
      <img src={worldAddress} alt="" width={width} height={height} loading="lazy" decoding="async" />
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
        {shown.map(({ id, at: [lon, lat] }) => (
          <path
            key={id}
            className="map__arc"
            d={`M${greatCircle(home, { name: id, lat, lon })
              .map(([x, y]) =>
                onWorld(x, y)
                  .map((part) => part.toFixed(1))
                  .join(' '),
              )
              .join('L')}`}
          />
        ))}
        <circle className="map__halo" cx={homeX} cy={homeY} r="11" />
        <circle className="map__home" cx={homeX} cy={homeY} r="5" />
      </svg>
      <ul className="map__regions" aria-label={label}>
        {shown.map(({ id, name, note, to, at }) => {
          const [x, y] = onWorld(at[0], at[1]);
          return (
            <li key={id} style={{ left: `${(x / width) * 100}%`, top: `${(y / height) * 100}%` }}>
              <Link className="map__region" to={to}>
                <b>{name}</b>
                <small>{note}</small>
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
