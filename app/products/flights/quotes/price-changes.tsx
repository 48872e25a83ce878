import { wordOfLine } from '#app/commerce/pricing/quote-summary.ts';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { LineChange } from './price-option.server.ts';

/** What became dearer or cheaper since it was quoted, line by line; takes the catalogue `price`. */
export function PriceChanges({ changes }: { changes: readonly LineChange[] }) {
  const price = useTexts('price');
  const language = useLanguage();
  return (
    <ul className="fqc">
      {changes.map(({ before, after }, index) => {
        const line = (after ?? before)!;
        const whom = line.facts['traveller'];
        const alone = changes.filter((one) => wordOfLine((one.after ?? one.before)!) === wordOfLine(line)).length === 1;
        return (
          <li key={index}>
            <span>
              {price(`line.${wordOfLine(line)}`)}
              {whom && (line.kind === 'fare' || !alone) && ` · ${price(`traveller.${whom}`)}`}
            </span>
            <span>
              {before && (
                <s>
                  <bdi>{formatMoney(before.amount, language)}</bdi>
                </s>
              )}{' '}
              {after && (
                <b>
                  <bdi>{formatMoney(after.amount, language)}</bdi>
                </b>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
