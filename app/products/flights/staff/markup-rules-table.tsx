import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { Form, Link } from 'react-router';
import type { ComparedRule, KeptRule } from '#app/commerce/pricing/kept-rules.ts';
import { leadDays, mostLead } from '#app/commerce/pricing/rule-scope.ts';
import { comma, formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { Card, Chip } from './supply-parts.tsx';

type Row = ComparedRule & { readonly earned: { readonly orders: number; readonly earned: number } | null };

type CountryNames = Readonly<Record<string, string>>;

const here = '/admin/supply/flights/markup-management';

/** The rules of the draft against the live ones; without a draft, the live ones. `version` is that of a draft that may be changed. */
export function MarkupRules({
  rules,
  version,
  countries,
}: {
  rules: readonly Row[];
  version: number | null;
  /** Names of those that rules are limited to. */
  countries: CountryNames;
}) {
  const t = useTexts('staff-markups');
  return (
    <Card
      title={t('rules.title')}
      sub={t('rules.sub')}
      end={
        version !== null && (
          <Link className="bo-btn" to={`${here}?edit=new`}>
            {t('rules.add')}
          </Link>
        )
      }
    >
      {rules.length === 0 ? (
        <p className="sd-none">
          <b>{t('rules.none')}</b>
          {t('rules.noneHow')}
        </p>
      ) : (
        <ScrollRegion className="sd-table" label={t('rules.title')}>
          <table>
            <thead>
              <tr>
                <th scope="col" className="sd-num">
                  {t('rules.priority')}
                </th>
                <th scope="col">{t('rules.rule')}</th>
                <th scope="col">{t('rules.kind')}</th>
                <th scope="col" className="sd-num">
                  {t('rules.value')}
                </th>
                <th scope="col" className="sd-num">
                  {t('rules.limits')}
                </th>
                <th scope="col">{t('rules.dates')}</th>
                <th scope="col">{t('rules.state')}</th>
                <th scope="col" className="sd-num">
                  {t('rules.earned')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rules.map((row) => (
                <RuleRow key={(row.after ?? row.before)!.id} row={row} version={version} countries={countries} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Card>
  );
}

/** What a rule adds: its share of the fare, and what it adds for each traveller. */
export function ruleValue({ basisPoints, flat }: Pick<KeptRule, 'basisPoints' | 'flat'>, language: LanguageCode): string {
  const parts = [
    basisPoints > 0 ? `${formatNumber(basisPoints / 100, language, 2)}%` : '',
    flat > 0 ? `AED ${formatNumber(flat / 100, language, 2)}` : '',
  ];
  return parts.filter(Boolean).join(' + ') || '–';
}

function RuleRow({ row, version, countries }: { row: Row; version: number | null; countries: CountryNames }) {
  const t = useTexts('staff-markups');
  const language = useLanguage();
  const { before, after, change, earned } = row;
  const rule = (after ?? before)!;
  const both = (say: (one: KeptRule) => string) => {
    if (change !== 'changed' || say(before!) === say(after!)) return <bdi>{say(rule)}</bdi>;
    return (
      <>
        <del>
          <bdi>{say(before!)}</bdi>
        </del>{' '}
        <ins>
          <bdi>{say(after!)}</bdi>
        </ins>
      </>
    );
  };
  const amount = (value: number) => formatNumber(value / 100, language, 2);
  const value = (one: KeptRule) => ruleValue(one, language);
  const name = rule.name || t(`named.${rule.kind}`);
  const limits = (one: KeptRule) =>
    one.floor === null && one.cap === null
      ? '–'
      : `${one.floor === null ? '' : amount(one.floor)} … ${one.cap === null ? '' : amount(one.cap)}`;
  const dates = (one: KeptRule) =>
    one.validFrom || one.validUntil
      ? `${one.validFrom ? formatDate(one.validFrom, language) : '…'} – ${one.validUntil ? formatDate(one.validUntil, language) : '…'}`
      : t('rules.open');
  const scope = (one: KeptRule) => {
    const { product: _product, from, to, country, lead, ...rest } = one.scope;
    const [least, most] = lead ? leadDays(lead) : [0, 0];
    const parts = [
      from || to ? `${from ?? '*'} → ${to ?? '*'}` : '',
      country
        ? t('scope.to', {
            places: country
              .split(' ')
              .map((code) => countries[code] ?? code)
              .join(comma(language)),
          })
        : '',
      ...Object.entries(rest).map(([field, each]) =>
        field === 'region' ? t('scope.to', { places: t(`word.${each}`) }) : t(`word.${each}`, { defaultValue: each }),
      ),
      lead ? t(most === mostLead ? 'scope.leadFrom' : 'scope.lead', { least, most }) : '',
    ];
    return parts.filter(Boolean).join(' · ') || t('rules.everything');
  };
  const tone = change === 'same' ? (rule.paused ? 'calm' : 'good') : change === 'gone' ? 'bad' : 'act';
  return (
    <tr className={change === 'gone' ? 'sd-over' : change === 'same' ? undefined : 'sd-mark'}>
      <td className="sd-num">{both((one) => String(one.priority))}</td>
      <td className="sd-wrap">
        <bdi>{name}</bdi>
        <small>
          {rule.name && (
            <>
              <bdi>{rule.id}</bdi> ·{' '}
            </>
          )}
          {both(scope)}
        </small>
        {version !== null && after && (
          <Form method="post" action={here} className="sd-words">
            <input type="hidden" name="version" value={version} />
            <input type="hidden" name="id" value={rule.id} />
            <Link to={`${here}?edit=${rule.id}`}>
              {t('rules.edit')} <span className="sr-only">{name}</span>
            </Link>
            <button name="intent" value="clone">
              {t('rules.clone')} <span className="sr-only">{name}</span>
            </button>
            <button name="intent" value="remove">
              {t('rules.remove')} <span className="sr-only">{name}</span>
            </button>
          </Form>
        )}
      </td>
      <td>
        {t(`kind.${rule.kind}`)}
        {rule.stacks && <small>{t('rules.stacks')}</small>}
      </td>
      <td className="sd-num">{both(value)}</td>
      <td className="sd-num">{both(limits)}</td>
      <td>{both(dates)}</td>
      <td>
        <Chip tone={tone}>{change === 'same' ? t(rule.paused ? 'change.paused' : 'change.live') : t(`change.${change}`)}</Chip>
      </td>
      <td className="sd-num">
        {earned ? (
          <>
            <bdi>{formatMoney(money(earned.earned, 'AED'), language)}</bdi>
            <small>{t('rules.orders', { n: formatNumber(earned.orders, language) })}</small>
          </>
        ) : (
          '–'
        )}
      </td>
    </tr>
  );
}
