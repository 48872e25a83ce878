import { Form, Link } from 'react-router';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { decimalString } from '#app/values/money.ts';
import type { BankLineStatus } from '../bank-status.ts';
import { providerName } from '../../invoices/staff/provider-name.ts';
import { choiceOf } from '../match-rules.ts';
import type { ShownLine } from './open-bank.server.ts';

type Suggestion = ShownLine['suggestions'][number];

export function BankState({ status }: { status: BankLineStatus }) {
  const t = useTexts('staff-bank');
  const look = status === 'matched' ? ' dl-state--good' : status === 'asked' ? ' dl-state--now' : '';
  return <span className={`dl-state${look}`}>{t(`state.${status}`)}</span>;
}

/** What a part says it is: an order, a provider's payout, a refund, the bank's own charge, money of a payer. */
export function PartWords({ part }: { part: Suggestion['part'] }) {
  const t = useTexts('staff-bank');
  const invoices = useTexts('staff-invoices');
  const words = t(`part.${part.kind}`);
  if (part.kind === 'returned')
    return (
      <>
        {words} · <Link to={`/admin/invoices/bank/${part.about}`}>{t('returned.where')}</Link>
      </>
    );
  if (part.kind !== 'payout' && part.about)
    return (
      <>
        {words}{' '}
        <Link to={`/admin/orders/${part.about}`}>
          <bdi>{part.about}</bdi>
        </Link>
      </>
    );
  return (
    <>
      {words} {part.about && <bdi>{providerName(invoices, part.about)}</bdi>}
    </>
  );
}

/** What a line may be, how sure that is, and why. */
export function SuggestionWords({ one }: { one: Suggestion }) {
  const t = useTexts('staff-bank');
  return (
    <span className="bk-suggestion">
      <span>
        <PartWords part={one.part} /> · <b>{t('score', { score: one.score })}</b>
      </span>
      <small>{one.reasons.map((reason) => t(`reason.${reason}`)).join(' · ')}</small>
    </span>
  );
}

/** Accepts a suggestion as it is, with one press. */
export function AcceptForm({ line, one }: { line: Pick<ShownLine, 'id' | 'version'>; one: Suggestion }) {
  const t = useTexts('staff-bank');
  const language = useLanguage();
  return (
    <Form method="post" action={`/admin/invoices/bank/${line.id}`} className="bk-accept">
      <input type="hidden" name="version" value={line.version} />
      <input type="hidden" name="kind.0" value={choiceOf(one.part)} />
      <input type="hidden" name="about.0" value={one.part.kind === 'order' || one.part.kind === 'refund' ? (one.part.about ?? '') : ''} />
      <input type="hidden" name="amount.0" value={decimalString({ ...one.part.amount, amount: Math.abs(one.part.amount.amount) })} />
      <button
        className="bo-btn"
        name="intent"
        value="match"
        aria-label={t('acceptOne', { amount: formatMoney(one.part.amount, language) })}
      >
        {t('accept')}
      </button>
    </Form>
  );
}
