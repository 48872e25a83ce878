import { Link } from 'react-router';
import { frameOf, frameSize, inFrame, landAddress } from './map-frame.ts';
import { nameSpots } from './name-spots.ts';
import { onMercator, type MapPlace } from './projection.ts';
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
  const words = places.map(({ name, note }) => (note ? `${name} ${note}` : name));
  const names = nameSpots(spots, words);
  return (
    <figure className="map map--route map--places">
      <img src={landAddress(frame)} alt="" width={frameSize[0]} height={frameSize[1]} loading="lazy" decoding="async" />
      <svg viewBox={`0 0 ${frameSize[0]} ${frameSize[1]}`} role="group" aria-label={label}>
        {places.map((place, at) => {
          const [x, y] = spots[at]!;
          const name = names[at];
          return (
            <Link key={place.to} to={place.to} className="map__link" preventScrollReset>
              {!name && <title>{words[at]}</title>}
              <circle className="map__stop map__stop--end" cx={x.toFixed(1)} cy={y.toFixed(1)} r={7} />
              {name && (
                <text className="map__name" x={name.x.toFixed(1)} y={name.y.toFixed(1)} textAnchor={name.anchor}>
                  {words[at]}
                </text>
              )}
            </Link>
          );
        })}
      </svg>
    </figure>
  );
}
