import { Link } from 'react-router';
import { DisplayPrice } from '#app/commerce/currencies/display-price.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { RelatedThing } from './related-things.server.ts';
import './content.css';

/** Things to book beside a text, each with its poster and today's price. */
export function RelatedCards({ things }: { things: readonly RelatedThing[] }) {
  const t = useTexts('content');
  return (
    <ul className="c-related">
      {things.map((thing) => (
        <li key={`${thing.kind}${thing.id}`}>
          <Poster place={thing.place} art={thing.poster} crop="landscape" alt="" />
          <p className="c-related__kind">{t(`related.kind.${thing.kind}`)}</p>
          <h3>
            <Link to={thing.to}>{thing.kind === 'route' ? <bdi>{thing.title}</bdi> : thing.title}</Link>
          </h3>
          <p className="c-related__line">{thing.line}</p>
          {thing.price && (
            <p className="c-related__price">
              {t('related.from')} <DisplayPrice value={thing.price} /> {t(`related.unit.${thing.kind}`)}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
