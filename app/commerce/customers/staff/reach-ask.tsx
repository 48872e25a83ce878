import { Form } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { revealReasons } from '../records/customer-kinds.ts';
import './customer.css';

/** Asks for a reason before an address and a telephone are shown in clear. Its page has the texts of customers. */
export function ReachAsk({ wrong }: { readonly wrong: boolean }) {
  const t = useTexts('staff-customers');
  return (
    <details className="cu-ask" open={wrong || undefined}>
      <summary>
        <Icon name="eye" small /> {t('reach.reveal')}
      </summary>
      <Form method="post" className="cu-form" preventScrollReset>
        {wrong && (
          <p className="bo-wrong" role="alert" id="reveal-error">
            {t('reach.noReason')}
          </p>
        )}
        <label>
          {t('reach.why')}
          <select
            name="reason"
            required
            defaultValue=""
            aria-describedby={wrong ? 'reveal-error' : undefined}
            aria-invalid={wrong || undefined}
          >
            <option value="" disabled>
              –
            </option>
            {revealReasons.map((reason) => (
              <option key={reason} value={reason}>
                {t(`reason.${reason}`)}
              </option>
            ))}
          </select>
        </label>
        <button className="bo-btn" type="submit" name="event" value="reveal">
          {t('reach.revealGo')}
        </button>
      </Form>
    </details>
  );
}
