import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { MoneyList } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { OpenStayChange } from './open-stay-change.server.ts';
import { PlanFields } from './plan-fields.tsx';
import '#app/commerce/bookings/book.css';

/** Other days or guests for a booked stay, with the price before anything changes. `path` is the page's own address; the change is sent to the one that asked. */
export function StayChangePanel({
  open,
  path,
  refused,
  formKey,
  children,
}: {
  open: OpenStayChange;
  path: string;
  /** Why what was asked last was not done; null when it was, or nothing was asked. */
  refused: string | null;
  formKey?: string;
  children?: ReactNode;
}) {
  const t = useTexts('staycations');
  const language = useLanguage();
  const busy = useNavigation().state !== 'idle';
  const { plan, after, before, more, back, departure } = open;
  const said = open.refused ?? refused;
  return (
    <div className="bk">
      <div className="bk__form">
        {said && (
          <Notice tone="danger" boxed live>
            {t([`change.refused.${said}`, 'change.refused.closed'], {
              amount: open.owed ? formatMoney(open.owed.amount, language) : '',
              date: open.owed ? formatDate(open.owed.dueOn, language, 'long') : '',
            })}
          </Notice>
        )}
        <Form method="get" action={path} className="bk__form" preventScrollReset>
          <PlanFields plan={plan} today={open.today} lastDay={open.lastDay} typed={open.typed} />
          <Button>{t('change.see')}</Button>
        </Form>
        {children}
      </div>
      <aside className="bk__sum card card--in" aria-label={t('book.summary')}>
        <MoneyList
          groups={[
            {
              ...(plan.arrival && departure
                ? { title: t('dates', { from: formatDate(plan.arrival, language, 'day'), to: formatDate(departure, language, 'day') }) }
                : {}),
              lines: [
                { label: t('change.before'), value: before },
                ...(more ? [{ label: t('change.more'), value: more }] : []),
                ...(back ? [{ label: t('change.back'), value: back }] : []),
              ],
            },
          ]}
          total={{ label: t('change.after'), value: after ?? before, note: t('book.vat') }}
        />
        {after && (
          <Form method="post" className="bk__form">
            {formKey && <input type="hidden" name="key" value={formKey} />}
            <input type="hidden" name="date" value={plan.arrival ?? ''} />
            <input type="hidden" name="nights" value={plan.nights} />
            <input type="hidden" name="adults" value={plan.party.adults} />
            <input type="hidden" name="ages" value={plan.party.childAges.join(',')} />
            <input type="hidden" name="version" value={open.version} />
            <input type="hidden" name="seen" value={after.amount} />
            <Button look="go" busy={busy && t('change.busy')}>
              {t('change.go', { amount: formatMoney(after, language) })}
            </Button>
          </Form>
        )}
        <p className="small muted">{t('change.note')}</p>
      </aside>
    </div>
  );
}
