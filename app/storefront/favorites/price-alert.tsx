import { Form } from 'react-router';
import { mostBelow } from '#app/products/flights/alerts/price-alert-rules.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Money } from '#app/values/money.ts';

export interface ShownAlert {
  readonly below: Money;
  /** The price of each day since it is watched, the oldest first; null: no flights were found. */
  readonly days: readonly { readonly day: string; readonly lowest: Money | null }[];
}

/** Watching the price of a kept flight: the amount, what it cost lately, and the way out. */
export function PriceAlertForm({ thing, alert, route }: { thing: string; alert: ShownAlert | null; route: string }) {
  const t = useTexts('price-alerts');
  const language = useLanguage();
  const latest = alert?.days.at(-1);
  return (
    <details className="kept-alert" open={alert !== null || undefined}>
      <summary className="link">
        <Icon name="bell" small /> {alert ? t('form.watching', { below: formatMoney(alert.below, language) }) : t('form.begin')}
      </summary>
      {latest && (
        <p className="small">
          {latest.lowest
            ? t('form.latest', { price: formatMoney(latest.lowest, language), date: formatDate(latest.day, language, 'day') })
            : t('form.noFlights', { date: formatDate(latest.day, language, 'day') })}
        </p>
      )}
      {alert && alert.days.length > 1 && (
        <ol className="kept-alert__days" aria-label={t('form.history')}>
          {alert.days.slice(-14).map(({ day, lowest }) => (
            <li key={day}>
              {formatDate(day, language, 'day')} <b>{lowest ? formatMoney(lowest, language) : '–'}</b>
            </li>
          ))}
        </ol>
      )}
      <Form method="post" action="/favorites" className="kept-lists__form" preventScrollReset>
        <input type="hidden" name="thing" value={thing} />
        <TextField
          id={`below-${thing}`}
          name="below"
          type="number"
          inputMode="numeric"
          min={1}
          max={mostBelow}
          step={1}
          label={t('form.below')}
          hint={t('form.hint')}
          defaultValue={alert ? alert.below.amount / 100 : undefined}
          required
        />
        <Button small name="intent" value="alert-set" aria-label={t('form.setFor', { route })}>
          {t(alert ? 'form.change' : 'form.set')}
        </Button>
        {alert && (
          <Button small look="quiet" name="intent" value="alert-stop" formNoValidate aria-label={t('form.stopFor', { route })}>
            {t('form.stop')}
          </Button>
        )}
      </Form>
    </details>
  );
}
