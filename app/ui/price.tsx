import type { ReactNode } from 'react';
import type { Money } from '#app/values/money.ts';
import { formatMoney } from './number-format.ts';
import { useLanguage } from './texts.tsx';

/** The exact amount in the currency that is charged. For amounts in the visitor's currency: DisplayPrice (commerce/currencies). */
export function Price({ value, className = '' }: { value: Money; className?: string }) {
  const language = useLanguage();
  return <bdi className={`price ${className}`}>{formatMoney(value, language)}</bdi>;
}

export interface MoneyLine {
  readonly label: ReactNode;
  /** Under the label, small: how the figure comes about. */
  readonly note?: ReactNode;
  /** Null: not charged; say so in `words`. */
  readonly value: Money | null;
  readonly words?: ReactNode;
}

/** A receipt: label left, figure right, the total on its own line under an ink rule. It adds nothing up. */
export function MoneyList({
  groups,
  total,
  children,
}: {
  groups: readonly { readonly title?: ReactNode; readonly lines: readonly MoneyLine[] }[];
  total?: { readonly label: ReactNode; readonly value: Money; readonly note?: ReactNode };
  children?: ReactNode;
}) {
  return (
    <div className="money">
      {groups.map((group, index) => (
        <div className="money__group" key={index}>
          {group.title && <p className="money__title">{group.title}</p>}
          <dl>
            {group.lines.map((line, at) => (
              <div className="money__line" key={at}>
                <dt>
                  {line.label}
                  {line.note && <small>{line.note}</small>}
                </dt>
                <dd>{line.value ? <Price value={line.value} /> : line.words}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
      {total && (
        <div className="money__total">
          <p>{total.label}</p>
          <p>
            <Price value={total.value} />
          </p>
          {total.note && <small>{total.note}</small>}
        </div>
      )}
      {children}
    </div>
  );
}
