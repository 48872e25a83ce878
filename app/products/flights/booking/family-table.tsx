import { Icon, type IconName } from '#app/ui/icon.tsx';
import { Tag } from '#app/ui/notice.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { Price } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Money } from '#app/values/money.ts';
import { fareName } from '../search/flight-words.tsx';
import { ourFee } from '../change/change-rules.ts';
import type { FareCell, FareFeature, FareRow } from '../fares/fare-rules.ts';

export interface FamilyView {
  readonly code: string;
  /** Of its name, which results, quotes and orders say as well. */
  readonly nameKey: string;
  readonly total: Money;
  /** Against the family chosen now; null for that one. */
  readonly difference: Money | null;
}

const icons: Readonly<Record<FareFeature, IconName>> = {
  cabinBag: 'cabin-bag',
  checkedBag: 'bag',
  lapInfantBag: 'bag',
  seat: 'seat',
  change: 'change',
  changeLate: 'change',
  refund: 'refund',
  refundLate: 'refund',
  noShow: 'clock',
  miles: 'route',
  upgrade: 'arrow-up',
};

/** Fare families side by side; on a phone one under the other. What is the same in all of them stands apart, below. */
export function FamilyTable({
  name,
  families,
  rows,
  chosen,
  onChoose,
}: {
  name: string;
  families: readonly FamilyView[];
  rows: readonly FareRow[];
  chosen: string;
  onChoose: (code: string) => void;
}) {
  const t = useTexts('booking');
  const fares = useTexts('fares');
  const language = useLanguage();
  const differing = rows.filter((row) => row.differs);
  const same = rows.filter((row) => !row.differs);
  return (
    <>
      <div
        className="families"
        role="radiogroup"
        aria-label={t('families.label')}
        data-count={families.length}
        style={{ '--facts': Math.max(differing.length, 1) } as React.CSSProperties}
      >
        {families.map((family, column) => (
          <label key={family.code} className="family card">
            <span className="family__head">
              <input
                type="radio"
                name={name}
                value={family.code}
                defaultChecked={family.code === chosen}
                onChange={() => onChoose(family.code)}
              />
              <b className="family__name">{fareName(fares, family.nameKey)}</b>
              {family.difference === null && <Tag tone="saffron">{t('families.chosen')}</Tag>}
            </span>
            <span className="family__price">
              <Price value={family.total} />
              <small className="muted">
                {family.difference === null
                  ? t('families.total')
                  : t(family.difference.amount < 0 ? 'families.less' : 'families.more', {
                      amount: formatMoney({ ...family.difference, amount: Math.abs(family.difference.amount) }, language),
                    })}
              </small>
            </span>
            <span className="family__rows">
              {differing.map((row) => (
                <FeatureLine key={row.feature} feature={row.feature} cell={row.cells[column]!} />
              ))}
            </span>
          </label>
        ))}
      </div>
      {rows.some(({ feature, cells }) => changes.has(feature) && cells.some(isAllowed)) && (
        <p className="muted small">{t('families.ourChangeFee', { fee: formatMoney(ourFee, language) })}</p>
      )}
      {same.length > 0 && (
        <section className="families__same">
          <h3>{families.length > 1 ? t('families.same') : t('families.includes')}</h3>
          <FeatureList rows={same} />
        </section>
      )}
    </>
  );
}

const changes: ReadonlySet<FareFeature> = new Set(['change', 'changeLate']);
const isAllowed = (cell: FareCell) => cell.kind === 'rule' && cell.rule.permission === 'allowed';

/** What holds whichever family is taken. */
export function FeatureList({ rows }: { rows: readonly FareRow[] }) {
  return (
    <div className="families__same-rows">
      {rows.map((row) => (
        <FeatureLine key={row.feature} feature={row.feature} cell={row.cells[0]!} />
      ))}
    </div>
  );
}

function FeatureLine({ feature, cell }: { feature: FareFeature; cell: FareCell }) {
  const t = useTexts('booking');
  const language = useLanguage();
  const { words, answer } = wordsOf(cell, feature, t, (amount) => formatMoney(amount, language));
  return (
    <span className={`feature feature--${answer}`}>
      <Icon name={icons[feature]} small />
      <span>
        <b>{t(`features.${feature}`)}</b> <span>{words}</span>
      </span>
    </span>
  );
}

type Answer = 'yes' | 'no' | 'unknown';

function wordsOf(
  cell: FareCell,
  feature: FareFeature,
  t: ReturnType<typeof useTexts>,
  show: (amount: Money) => string,
): { words: string; answer: Answer } {
  switch (cell.kind) {
    case 'bag':
      if (cell.bag === undefined) return { words: t('rules.unknown'), answer: 'unknown' };
      if (!cell.bag) return { words: t('rules.notIncluded'), answer: 'no' };
      if (cell.bag.pieces === null) return { words: t('rules.kilograms', { kilograms: cell.bag.kilograms }), answer: 'yes' };
      return {
        words:
          cell.bag.kilograms === null
            ? t('rules.pieces', { count: cell.bag.pieces })
            : t('rules.piecesOf', { count: cell.bag.pieces, kilograms: cell.bag.kilograms }),
        answer: 'yes',
      };
    case 'permission':
      if (cell.permission === 'unknown') return { words: t('rules.unknown'), answer: 'unknown' };
      if (cell.permission === 'allowed') return { words: t(`rules.${feature}.allowed`), answer: 'yes' };
      return { words: t(`rules.${feature}.not-allowed`), answer: 'no' };
    case 'rule':
      if (cell.rule.permission === 'unknown') return { words: t('rules.unknown'), answer: 'unknown' };
      if (cell.rule.permission === 'not-allowed') return { words: t('rules.not-allowed'), answer: 'no' };
      return { words: cell.rule.penalty ? t('rules.forFee', { fee: show(cell.rule.penalty) }) : t('rules.free'), answer: 'yes' };
    case 'miles':
      if (cell.percent === null) return { words: t('rules.unknown'), answer: 'unknown' };
      return cell.percent === 0
        ? { words: t('rules.noMiles'), answer: 'no' }
        : { words: t('rules.miles', { percent: cell.percent }), answer: 'yes' };
  }
}
