import { Link } from 'react-router';
import { DisplayPrice } from '#app/commerce/currencies/display-price.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { DealCard } from './open-landing.server.ts';

export function DealCards({ deals }: { deals: readonly DealCard[] }) {
  const t = useTexts('flights');
  const language = useLanguage();
  return (
    <ul className="fl-deals">
      {deals.map((deal) => (
        <li key={deal.id}>
          <Link to={`/flight-deal/${deal.id}`}>
            <Poster {...deal.poster} crop="landscape" alt="" />
            <span className="fl-deals__route">
              <span>{deal.from}</span>
              <Icon name="arrow-end" small />
              <span>{deal.to}</span>
            </span>
            <span className="fl-deals__facts">{factsOf(t, deal).join(' · ')}</span>
            <span className="fl-deals__price">
              {t('deal.fromPrice')} <DisplayPrice value={deal.price} />
            </span>
            <small>{t('deal.until', { date: formatDate(deal.bookBy, language, 'day') })}</small>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** "7 nights", "Direct", "With a checked bag". */
export function factsOf(t: ReturnType<typeof useTexts>, deal: Pick<DealCard, 'nights' | 'direct' | 'bag'>): string[] {
  return [
    deal.nights === null ? t('deal.oneWay') : t('deal.nights', { count: deal.nights }),
    deal.direct ? t('stops.0') : '',
    deal.bag ? t('deal.bag') : t('deal.noBag'),
  ].filter(Boolean);
}
