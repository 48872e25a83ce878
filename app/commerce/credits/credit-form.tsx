import { Form } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Money } from '#app/values/money.ts';

export interface CreditChoice {
  /** Put aside for what is paid here. */
  readonly used: Money;
  /** What could be put aside for it, with what is. */
  readonly available: Money;
}

/** Puts the traveller's credit aside for what they are about to pay, or leaves it. The texts of `orders` must be loaded. */
export function CreditForm({ credit, action, formKey }: { credit: CreditChoice; action: string; formKey: string }) {
  const t = useTexts('orders');
  const language = useLanguage();
  const used = credit.used.amount > 0;
  return (
    <Form method="post" action={action}>
      <input type="hidden" name="key" value={`${formKey}-${used ? 'leave' : 'use'}-credit`} />
      <Notice tone={used ? 'ok' : 'info'} boxed live={used}>
        {used
          ? t('credit.used', { amount: formatMoney(credit.used, language) })
          : t('credit.available', { amount: formatMoney(credit.available, language) })}
      </Notice>
      <Button wide name="intent" value={used ? 'leave-credit' : 'use-credit'}>
        {used ? t('credit.leave') : t('credit.use')}
      </Button>
    </Form>
  );
}
