import { Link } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import './price-alert-door.css';

/** The way from what is sold to watching its price. */
export function PriceAlertDoor({ thing, words }: { thing: string; words: string }) {
  return (
    <Link className="link price-door" to={`/price-alert?thing=${thing}`} rel="nofollow">
      <Icon name="bell" small /> {words}
    </Link>
  );
}
