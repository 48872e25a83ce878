import type { ReactNode } from 'react';
import { Icon } from '#app/ui/icon.tsx';
import { comma, formatDate, formatMoney } from '#app/ui/number-format.ts';
import { MoneyList, Price, type MoneyLine } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { FourPart } from '../../payments/four-rules.ts';
import { ownFeeWords, vatIn, type SummaryLine } from '../../pricing/quote-summary.ts';
import type { RefundTrack } from '../refund-track-rules.ts';
import type { ReturnPart } from '../return-parts.ts';
import type { OrderView } from '../show-order.server.ts';
import { isFree, keptOf } from '../kept-money.ts';
import { stageOf } from '../order-stages.ts';
import { refundActs } from '../refund-track-rules.ts';
import { DubaiTime } from './order-parts.tsx';
import { useOrderWords } from './order-words.ts';
import './order-parts.css';

/** The receipt: what is passed on first, then what is ours. */
export function OrderMoney({
  kind,
  lines,
  total,
  children,
}: {
  kind: OrderView['kind'];
  lines: readonly SummaryLine[];
  total: { label: ReactNode; value: Money; note?: ReactNode };
  children?: ReactNode;
}) {
  const language = useLanguage();
  const t = useOrderWords(kind);
  const ours = lines.filter(
    (line) =>
      line.kind === 'service-fee' ||
      ownFeeWords.includes(line.words) ||
      line.kind === 'visa-fee' ||
      line.kind === 'courier' ||
      line.kind === 'discount' ||
      line.kind === 'absorbed',
  );
  const trip = lines.filter((line) => !ours.includes(line));
  const asLines = (from: readonly SummaryLine[]) => from.map((line) => ({ ...lineWords(line, t, language), value: line.amount }));
  // Said once, of the whole, as on the tax invoice: what a discount takes off it is in no line of its own.
  const vat = vatIn(lines, total.value.currency);
  return (
    <MoneyList
      groups={[
        { title: t('money.trip'), lines: asLines(trip) },
        ...(ours.length > 0 ? [{ title: t('money.house'), lines: asLines(ours) }] : []),
      ]}
      total={{
        ...total,
        note:
          vat.amount > 0 ? (
            <>
              {t('money.vat', { vat: formatMoney(vat, language) })} {total.note}
            </>
          ) : (
            total.note
          ),
      }}
    >
      {children}
    </MoneyList>
  );
}

type T = ReturnType<typeof useOrderWords>;

function lineWords(line: SummaryLine, t: T, language: LanguageCode): Pick<MoneyLine, 'label' | 'note'> {
  const label =
    line.kind === 'fare'
      ? t('lines.fare', { whom: t(`party.${line.traveller ?? 'adult'}`, { count: line.travellers }) })
      : t(`lines.${line.words}`, { marks: line.marks.join(comma(language)), count: line.travellers });
  const passedOn = line.words === 'tax' || line.kind === 'government-fee' || line.kind === 'centre-fee';
  return { label, note: passedOn ? t('money.passedOn') : undefined };
}

/** Beside the price: what of it was paid, what came back, what is kept and what is still to pay. Nothing before money has moved. */
export function MoneySoFar({ order }: { order: Pick<OrderView, 'kind' | 'status' | 'money' | 'four' | 'plan' | 'refunds'> }) {
  const t = useOrderWords(order.kind);
  const { held, taken, returned } = order.money;
  const kept = keptOf(order);
  const plan = order.status === 'confirmed' ? order.plan : null;
  const lines: MoneyLine[] = [
    { label: t('money.paid'), value: taken },
    { label: t('money.reserved'), value: held },
    { label: t('money.returned'), value: returned },
    ...(kept ? [{ label: t('money.kept'), value: kept }] : []),
    ...(plan
      ? [
          { label: t('money.reduced'), value: plan.reduced },
          { label: t('money.left'), value: plan.left },
        ]
      : []),
  ].filter(({ value }) => value.amount > 0);
  if (taken.amount + held.amount === 0)
    return stageOf(order.status).ended && isFree(order) ? <p className="small">{t('money.nothing')}</p> : null;
  return (
    <>
      <MoneyList groups={[{ title: t('track.money'), lines }]} />
      {order.four && <RunningInFour parts={order.four} />}
    </>
  );
}

/** To us the whole is paid; its traveller has most of it before them. */
function RunningInFour({ parts }: { parts: readonly FourPart[] }) {
  const t = useTexts('orders');
  const language = useLanguage();
  return (
    <>
      <p className="small">{t('four.runningText')}</p>
      <MoneyList
        groups={[
          { title: t('four.running'), lines: parts.map(({ amount, dueOn }) => ({ label: formatDate(dueOn, language), value: amount })) },
        ]}
      />
    </>
  );
}

/** Old and new amounts side by side, only where they differ. */
export function PriceChange({
  rows,
  before,
  after,
}: {
  rows: readonly { label: string; before: Money | null; after: Money | null }[];
  before: Money;
  after: Money;
}) {
  const t = useTexts('orders');
  return (
    <table className="order-change">
      <caption className="sr-only">{t('changed.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('changed.what')}</th>
          <th scope="col">{t('changed.before')}</th>
          <th scope="col">{t('changed.after')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            <th scope="row">{row.label}</th>
            <td>{row.before ? <Price value={row.before} /> : t('changed.absent')}</td>
            <td>{row.after ? <Price value={row.after} /> : t('changed.absent')}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('changed.total')}</th>
          <td>
            <s>
              <Price value={before} />
            </s>
          </td>
          <td>
            <b>
              <Price value={after} />
            </b>
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

/** How much goes back, and where it is. */
function RefundState({ refund: { amount, state, toCredit, inFour, byTransfer } }: { refund: RefundTrack }) {
  const t = useTexts('orders');
  const credited = toCredit && state !== 'asked';
  return (
    <>
      <b>
        <Price value={amount} />
      </b>{' '}
      {t(
        credited
          ? state === 'settled'
            ? 'refunds.credited'
            : 'refunds.crediting'
          : [...(inFour ? [`refunds.four.${state}`] : []), ...(byTransfer ? [`refunds.transfer.${state}`] : []), `refunds.${state}`],
      )}
    </>
  );
}

/** When it is to be seen on a statement, as far as anybody can say. */
function RefundDay({ refund: { state, expectedBy } }: { refund: RefundTrack }) {
  const t = useTexts('orders');
  const language = useLanguage();
  return expectedBy && t(state === 'settled' ? 'refunds.shownBy' : 'refunds.expectedBy', { date: formatDate(expectedBy, language) });
}

/** One sum that goes back in a line of words. */
export function RefundWords({ refund }: { refund: RefundTrack }) {
  return (
    <>
      <RefundState refund={refund} />. <RefundDay refund={refund} />
    </>
  );
}

/** Where each sum that goes back is, step by step: nothing is called done before the bank says so. */
export function RefundSteps({ refunds }: { refunds: OrderView['refunds'] }) {
  const t = useTexts('orders');
  if (refunds.length === 0) return null;
  return (
    <ul className="order-refunds">
      {refundActs(refunds).map(({ total, parts }) =>
        parts.length === 1 ? (
          <RefundParts key={parts[0]!.act} refunds={parts} />
        ) : (
          <li key={parts[0]!.act} className="order-refunds__act">
            <p>
              <b>
                <Price value={total} />
              </b>{' '}
              {t('refunds.inParts', { count: parts.length })}
            </p>
            <ul>
              <RefundParts refunds={parts} />
            </ul>
          </li>
        ),
      )}
    </ul>
  );
}

/** Where it goes: to which of two cards, to the card of a part, to who collects it in four, back into the credit, by transfer. */
export function destinationOf(
  { toCredit, inFour, byTransfer, state, part, ending }: Omit<ReturnPart, 'amount'> & { readonly state?: RefundTrack['state'] },
  t: T,
): string {
  if (toCredit) return t('refunds.toCredit');
  if (byTransfer) return t('refunds.toTransfer');
  if (inFour) return t(state === 'released' || state === 'owed' ? 'refunds.fourReserved' : 'refunds.toFour');
  if (state === 'released' || state === 'owed') return t('refunds.toReserved');
  if (part !== null) return t('refunds.toPart', { number: part });
  return ending === null ? t('refunds.toCard') : t('refunds.toCardOf', { ending });
}

/** What a step is called, by where the sum goes. */
function wordOf(step: 'asked' | 'approved' | 'sent' | 'settled', { toCredit, inFour, byTransfer, state }: RefundTrack): string {
  if (step === 'settled' && toCredit) return 'credited';
  if (step === 'settled' && state === 'released') return 'released';
  if (step === 'settled' && byTransfer) return 'settledTransfer';
  return inFour && (step === 'sent' || step === 'settled') ? `${step}Four` : step;
}

function RefundParts({ refunds }: { refunds: OrderView['refunds'] }) {
  const t = useTexts('orders');
  return (
    <>
      {refunds.map((refund, index) => {
        const { state } = refund;
        const steps = (['asked', 'approved', 'sent', 'settled'] as const).flatMap((step) => {
          const at = refund[step];
          // Who asks and who allows is one person in most cases: then it is one step.
          return at === null || (step === 'asked' && at === refund.approved) ? [] : [{ step, at }];
        });
        return (
          <li key={index}>
            <Icon name={state === 'settled' || state === 'released' ? 'done' : state === 'failed' ? 'warning' : 'clock'} />
            <div>
              <RefundState refund={refund} />
              <small className="muted">{destinationOf(refund, t)}</small>
              <ol className="order-refunds__steps">
                {steps.map(({ step, at }) => (
                  <li key={step}>
                    {t(`refunds.step.${wordOf(step, refund)}`)} <DubaiTime at={at} />
                  </li>
                ))}
              </ol>
              {refund.expectedBy && (
                <small>
                  <RefundDay refund={refund} />
                </small>
              )}
            </div>
          </li>
        );
      })}
    </>
  );
}
