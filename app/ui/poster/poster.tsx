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
  phone,
  className = '',
}: {
  place: string;
  art: PosterArt;
  crop: PosterCrop;
  alt: string;
  name?: string;
  eager?: boolean;
  /** The crop for narrow screens, where a wide one would be a strip. */
  phone?: PosterCrop;
  className?: string;
}) {
  const [width, height] = posterCrops[crop];
  const classes = ['poster', `poster--${crop}`, phone && `poster--phone-${phone}`, className].filter(Boolean).join(' ');
  return (
    <span className={classes}>
      <picture>
        {phone && <source media="(width <= 700px)" srcSet={posterAddress({ place, ...art, crop: phone })} />}
        <img
          src={posterAddress({ place, ...art, crop })}
          alt={alt}
          width={width}
          height={height}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          fetchPriority={eager ? 'high' : undefined}
        />
      </picture>
      {name && <span className="poster__name">{name}</span>}
    </span>
  );
}
