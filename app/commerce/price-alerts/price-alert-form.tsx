import { Form } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Money } from '#app/values/money.ts';
import { isReached, mostBelow } from './price-alert-rules.ts';
import type { ShownAlert } from './show-alerts.server.ts';
import './price-alert-form.css';

interface Watched {
  readonly kind: 'flight' | 'tour';
  readonly thing: string;
  readonly alert: ShownAlert | null;
  /** What it is called. */
  readonly route: string;
  /** Whether it stands open although nothing is watched yet. */
  readonly open?: boolean;
  /** What it costs now, where somebody has just asked; else the price of its last day counts. */
  readonly lowest?: Money | null;
}

/** Watching the price of something: the amount, what it cost lately, and the way out. */
export function PriceAlertForm({ kind, thing, alert, route, open, lowest }: Watched) {
  const t = useTexts('price-alerts');
  const language = useLanguage();
  const latest = alert?.days.at(-1);
  return (
    <details className="price-alert" open={open || alert !== null || undefined}>
      <summary className="link">
        <Icon name="bell" small /> {alert ? t('form.watching', { below: formatMoney(alert.below, language) }) : t('form.begin')}
      </summary>
      {latest && (
        <p className="small">
          {latest.lowest
            ? t('form.latest', { price: formatMoney(latest.lowest, language), date: formatDate(latest.day, language, 'day') })
            : t(`form.none.${kind}`, { date: formatDate(latest.day, language, 'day') })}
        </p>
      )}
      {alert && isReached(alert.below.amount, lowest ?? latest?.lowest) && <p className="small">{t('form.reached')}</p>}
      {alert && alert.days.length > 1 && (
        <ol className="price-alert__days" aria-label={t('form.history')}>
          {alert.days.slice(-14).map(({ day, lowest }) => (
            <li key={day}>
              {formatDate(day, language, 'day')} <b>{lowest ? formatMoney(lowest, language) : '–'}</b>
            </li>
          ))}
        </ol>
      )}
      <Form method="post" action="/favorites" className="price-alert__form" preventScrollReset>
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
          hint={t(`form.hint.${kind}`)}
          defaultValue={alert ? alert.below.amount / 100 : undefined}
          required
        />
        <Button small name="intent" value="alert-set" aria-label={t(alert ? 'form.changeFor' : 'form.setFor', { route })}>
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
