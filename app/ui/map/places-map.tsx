import { Link } from 'react-router';
import { frameOf, frameSize, inFrame, landAddress } from './map-frame.ts';
import { onMercator, type MapPlace } from './projection.ts';
import { besideOf } from './route-map.tsx';
import './map.css';

export interface LinkedPlace extends MapPlace {
  readonly to: string;
  /** How many there are, or another short word after the name. */
  readonly note?: string;
}

/** Places that belong to a list, each a link; no way leads from one to the other. Nothing is drawn without places. */
export function PlacesMap({ places, label }: { places: readonly LinkedPlace[]; label: string }) {
  if (places.length === 0) return null;
  const frame = frameOf(places);
  const spots = places.map(({ lon, lat }) => inFrame(frame, onMercator(lon, lat)));
  return (
    <figure className="map map--route">
      <img src={landAddress(frame)} alt="" width={frameSize[0]} height={frameSize[1]} loading="lazy" decoding="async" />
      <svg viewBox={`0 0 ${frameSize[0]} ${frameSize[1]}`} role="group" aria-label={label}>
        {places.map((place, at) => {
          const [x, y] = spots[at]!;
          const name = besideOf(spots[at]!, spots, at);
          return (
            <Link key={place.to} to={place.to} className="map__link" preventScrollReset>
              <circle className="map__stop map__stop--end" cx={x.toFixed(1)} cy={y.toFixed(1)} r={6} />
              <text className="map__name" x={name.x.toFixed(1)} y={name.y.toFixed(1)} textAnchor={name.anchor}>
                {place.note ? `${place.name} ${place.note}` : place.name}
              </text>
            </Link>
          );
        })}
      </svg>
    </figure>
  );
}
