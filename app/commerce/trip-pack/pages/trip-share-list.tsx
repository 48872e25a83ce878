import { Button } from '#app/ui/button.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { DubaiTime } from '../../orders/pages/order-parts.tsx';
import './trip-pack.css';

export interface ShownShare {
  readonly id: string;
  readonly name: string;
  /** Instants, ISO in UTC. */
  readonly expiresAt: string;
  readonly openedAt: string | null;
}

/** Links that open a trip now, each with its end, its last look, and the way to withdraw it. `back`: where that leads. */
export function TripShareList({ shares, back }: { shares: readonly ShownShare[]; back: string }) {
  const t = useTexts('trip-pack');
  const orders = useTexts('orders');
  return (
    <ul className="trip-tools__list">
      {shares.map((share) => (
        <li key={share.id}>
          <div>
            <b>
              <bdi>{share.name}</bdi>
            </b>
            <p className="small muted">
              {share.openedAt ? (
                <>
                  {t('share.opened')} <DubaiTime at={share.openedAt} /> {orders('clock.dubai')}
                </>
              ) : (
                t('share.neverOpened')
              )}
              {' · '}
              {t('share.ends')} <DubaiTime at={share.expiresAt} /> {orders('clock.dubai')}
            </p>
          </div>
          <form method="post" action="/bookings-trips/links/end">
            <input type="hidden" name="id" value={share.id} />
            <input type="hidden" name="next" value={back} />
            <Button small aria-label={t('share.endOf', { name: share.name })}>
              {t('share.end')}
            </Button>
          </form>
        </li>
      ))}
    </ul>
  );
}
