import { photoAddress, photoSizes, photoSources, photoWidthsOf } from './photo-address.ts';
import { posterAddress } from './poster-address.ts';
import { posterCrops, type PosterArt, type PosterCrop } from './poster-names.ts';
import './poster.css';

/**
 * A travel poster on its white mat, or the photograph that stands in its place. `place` chooses the variation (a slug or code, the same in every language).
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
  const { photo } = art;
  const classes = ['poster', `poster--${crop}`, phone && `poster--phone-${phone}`, photo && 'poster--photo', className]
    .filter(Boolean)
    .join(' ');
  const how = { loading: eager ? 'eager' : 'lazy', decoding: 'async', fetchPriority: eager ? 'high' : undefined } as const;
  return (
    <span className={classes}>
      {photo ? (
        <picture>
          <source type="image/avif" srcSet={photoSources(photo, 'avif')} sizes={photoSizes[crop]} />
          <img
            src={photoAddress(photo.hash, photoWidthsOf(photo)[0]!, 'webp')}
            srcSet={photoSources(photo, 'webp')}
            sizes={photoSizes[crop]}
            alt={alt && photo.alt}
            width={photo.width}
            height={photo.height}
            style={{ objectPosition: `${photo.focusX}% ${photo.focusY}%` }}
            {...how}
          />
        </picture>
      ) : (
        <picture>
          {phone && <source media="(width <= 700px)" srcSet={posterAddress({ place, ...art, crop: phone })} />}
          <img src={posterAddress({ place, ...art, crop })} alt={alt} width={width} height={height} {...how} />
        </picture>
      )}
      {name && <span className="poster__name">{name}</span>}
    </span>
  );
}
