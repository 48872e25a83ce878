import { logoAddress } from '#app/platform/branding.ts';
import type { SettingSection } from '#app/platform/setting-status.ts';
import { comma, formatDate, formatMoney, formatWords } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { money } from '#app/values/money.ts';
import type { SettingDifference } from './setting-forms.ts';
import type { SettingLine } from './setting-values.ts';

/** What a line of a section is called and says, in words. */
export function useSettingWords() {
  const t = useTexts('staff-settings');
  const roles = useTexts('staff');
  const prices = useTexts('price');
  const language = useLanguage();
  const amount = (minor: number) => `\u2066${formatMoney(money(minor, 'AED'), language)}\u2069`;
  const nameOf = (name: SettingLine['name']) => {
    if ('said' in name) return <bdi>{name.said}</bdi>;
    const alone = name.text.startsWith('role.')
      ? roles(`roles.${name.text.slice(5)}`)
      : (name.text.startsWith('line.') ? prices : t)(name.text);
    return name.of ? `${t(name.of)}${comma(language)}${alone}` : alone;
  };
  const saysOf = (says: SettingLine['says'] | null) => {
    switch (says?.kind) {
      case undefined:
        return '–';
      case 'text':
        return <bdi>{says.text}</bdi>;
      case 'key':
        return t(says.text);
      case 'hours':
        return <bdi>{`${says.from} – ${says.until}`}</bdi>;
      case 'days':
        return [says.from, ...(says.until === says.from ? [] : [says.until])].map((day) => formatDate(day, language)).join(' – ');
      case 'logo':
        return (
          <span className="st-brand st-brand--paper">
            <img src={logoAddress(says)} width={says.width} height={says.height} alt={t('branding.logo')} />
          </span>
        );
      case 'money':
        return amount(says.amount);
      case 'way': {
        const kinds = formatWords(
          says.kinds.map((kind) => t(`payments.kind.${kind}`)),
          language,
        );
        if (says.least !== null && says.most !== null)
          return t('payments.between', { kinds, least: amount(says.least), most: amount(says.most) });
        if (says.least !== null) return t('payments.fromSize', { kinds, least: amount(says.least) });
        return says.most === null ? kinds : t('payments.upTo', { kinds, most: amount(says.most) });
      }
    }
  };
  return { nameOf, saysOf };
}

/** All a section says. */
export function SettingFacts({ section, lines }: { section: SettingSection; lines: readonly SettingLine[] }) {
  const { nameOf, saysOf } = useSettingWords();
  return (
    <dl className="bo-facts" data-setting={section}>
      {lines.map((line) => (
        <div key={line.key}>
          <dt>{nameOf(line.name)}</dt>
          <dd>{saysOf(line.says)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What changes, beside what stands now. */
export function SettingDifferences({ lines }: { lines: readonly SettingDifference[] }) {
  const t = useTexts('staff-settings');
  const { nameOf, saysOf } = useSettingWords();
  return (
    <div className="dl-sheet dl-sheet--cards">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('diff.what')}</th>
            <th scope="col">{t('diff.before')}</th>
            <th scope="col">{t('diff.after')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <tr key={at}>
              <td>{nameOf(line.name)}</td>
              <td data-label={t('diff.before')}>
                <span className={line.before && line.after ? 'st-old' : undefined}>{saysOf(line.before)}</span>
              </td>
              <td data-label={t('diff.after')}>
                <strong>{line.after ? saysOf(line.after) : t('diff.gone')}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
