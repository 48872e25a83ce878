import { Link } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { money } from '#app/values/money.ts';
import type { FinishOutcome } from './finish-booking.server.ts';
import { ChangedLines } from './price-rise.tsx';

/** The price rose before the order was placed: line by line, with the new total to agree to. Stands inside the step's form. */
export function DearerSeats({ answer, elsewhere }: { answer: Extract<FinishOutcome, { kind: 'dearer' }>; elsewhere: string }) {
  const t = useTexts('booking');
  const language = useLanguage();
  return (
    <section className="card price-rise" role="alert" aria-labelledby="dearer-head">
      <h2 id="dearer-head">{t('dearer.title')}</h2>
      <p>{t('dearer.text')}</p>
      <ChangedLines
        changes={answer.changes}
        total={{
          label: t('dearer.newTotal'),
          value: answer.total,
          note: t('dearer.oldTotal', { total: formatMoney(money(answer.before, answer.total.currency), language) }),
        }}
      />
      <input type="hidden" name="total" value={answer.total.amount} />
      <input type="hidden" name="agreed" value={answer.total.amount} />
      <p className="row">
        <Button look="go" name="go" value="keep">
          {t('dearer.accept', { total: formatMoney(answer.total, language) })}
        </Button>
        <Link className="btn btn--line" to={elsewhere}>
          {t('dearer.other')}
        </Link>
      </p>
    </section>
  );
}
