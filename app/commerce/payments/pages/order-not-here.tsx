import { ButtonLink } from '#app/ui/button.tsx';
import { useTexts } from '#app/ui/texts.tsx';

/** In place of an order that this browser may not see. The texts of `orders` must be loaded. */
export function OrderNotHere() {
  const t = useTexts('orders');
  return (
    <main id="main" className="wrap order-page">
      <header className="order-head">
        <h1 tabIndex={-1}>{t('success.notFoundTitle')}</h1>
        <p>{t('success.notFoundText')}</p>
        <p className="order-actions">
          <ButtonLink look="go" to="/track" icon="search">
            {t('checkout.track')}
          </ButtonLink>
        </p>
      </header>
    </main>
  );
}
