import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { Tag } from '#app/ui/notice.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { MoneyList } from '#app/ui/price.tsx';
import { useLanguage } from '#app/ui/texts.tsx';
import type { Money } from '#app/values/money.ts';
import type { OrderView, PlanView } from '../show-order.server.ts';
import { OrderBlock, SeenTotal } from './order-parts.tsx';
import { useOrderWords } from './order-words.ts';

/** What is paid when, each part with its day. */
export function PlanParts({ kind, plan }: { kind: OrderView['kind']; plan: PlanView }) {
  const t = useOrderWords(kind);
  const language = useLanguage();
  return (
    <MoneyList
      groups={[
        {
          lines: plan.parts.map((part) => ({
            label: part.dueOn ? t('plan.by', { date: formatDate(part.dueOn, language, 'long') }) : t('plan.now'),
            note:
              part.standing === 'open' ? undefined : (
                <Tag tone={part.standing === 'paid' ? 'ok' : 'danger'}>{t(`plan.${part.standing}`)}</Tag>
              ),
            value: part.amount,
          })),
        },
      ]}
      {...(plan.left.amount > 0 ? { total: { label: t('plan.left'), value: plan.left } } : {})}
    />
  );
}

/** The way to pay the next part of a confirmed order, from any page that says what is open of it. */
export function PayPart({
  reference,
  part,
  amount,
  formKey,
  children,
}: {
  reference: string;
  part: number | null;
  amount: Money;
  formKey: string;
  children: ReactNode;
}) {
  return (
    <Form method="post" action={`/checkout/${reference}`} className="order-actions">
      <input type="hidden" name="key" value={`${formKey}-part`} />
      <input type="hidden" name="part" value={part ?? ''} />
      <SeenTotal total={amount} />
      <Button look="go" icon="lock" name="intent" value="pay-part">
        {children}
      </Button>
    </Form>
  );
}

/** The plan of a confirmed order, and the way to pay its next part. */
export function PlanBlock({ order, plan, formKey }: { order: OrderView; plan: PlanView; formKey: string }) {
  const t = useOrderWords(order.kind);
  const language = useLanguage();
  return (
    <OrderBlock title={t('plan.title')} id="plan">
      <PlanParts kind={order.kind} plan={plan} />
      {plan.now ? (
        <PayPart reference={order.reference} part={plan.nowPart} amount={plan.now} formKey={formKey}>
          {t('plan.pay', { amount: formatMoney(plan.now, language) })}
        </PayPart>
      ) : (
        <p>{t('plan.covered')}</p>
      )}
      {plan.now && <p className="small muted">{t('plan.why')}</p>}
    </OrderBlock>
  );
}
