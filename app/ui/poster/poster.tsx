import { posterAddress } from './poster-address.ts';
import { posterCrops, type PosterArt, type PosterCrop } from './poster-names.ts';
import './poster.css';

/**
 * A travel poster on its white mat. `place` chooses the variation (a slug or code, the same in every language).
 * `name` is set as live text on the dark foot; `alt` is empty when words beside the poster say the same.
 */
export function Poster({
  place,
  art,
  crop,
  alt,
  name,
  eager,
  className = '',
}: {
  place: string;
  art: PosterArt;
  crop: PosterCrop;
  alt: string;
  name?: string;
  eager?: boolean;
  className?: string;
}) {
  const [width, height] = posterCrops[crop];
  return (
    <span className={`poster poster--${crop}${className ? ` ${className}` : ''}`}>
      <img
        src={posterAddress({ place, ...art, crop })}
        alt={alt}
        width={width}
        height={height}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        fetchPriority={eager ? 'high' : undefined}
      />
      {name && <span className="poster__name">{name}</span>}
    </span>
  );
}
