import type { ReactNode } from 'react';
import { comma, formatDate, formatNumber } from '#app/ui/number-format.ts';
import { Price } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { countFacts, wordFacts, type PolicyRule, type WordFact } from '../policy.ts';
import type { openPricingEngine } from './open-pricing-engine.server.ts';

export type EngineView = Awaited<ReturnType<typeof openPricingEngine>>;

/** A part of the page with its title, a quiet line and what can be done at its end. */
export function Panel({
  title,
  sub,
  end,
  id,
  children,
}: {
  title: ReactNode;
  sub?: ReactNode;
  end?: ReactNode;
  id?: string;
  children: ReactNode;
}) {
  return (
    <section className="pe-panel" id={id}>
      <header>
        <h2>{title}</h2>
        {sub && <p>{sub}</p>}
        {end}
      </header>
      {children}
    </section>
  );
}

/** A label over its control; what is wrong with it stands below, and a summary leads to it by its id. */
export function Field({
  label,
  wrong,
  wide,
  id,
  children,
}: {
  label: ReactNode;
  wrong?: ReactNode;
  wide?: boolean;
  id?: string;
  children: ReactNode;
}) {
  return (
    <label id={id} className={`pe-field${wide ? ' pe-field--wide' : ''}${wrong ? ' pe-field--wrong' : ''}`}>
      <span>{label}</span>
      {children}
      {wrong && <small role="alert">{wrong}</small>}
    </label>
  );
}

/** Minor units with their sign: what a rule adds or takes. */
export function Signed({ amount }: { amount: number }) {
  return (
    <span className={amount < 0 ? 'pe-minus' : undefined}>
      <Price value={{ amount, currency: 'AED' }} />
    </span>
  );
}

/** Hundredths as they are typed: 1250 is 12.5, 2000 is 20. */
export function typed(hundredths: number | null): string {
  return hundredths === null || hundredths === 0 ? '' : (hundredths / 100).toFixed(2).replace(/\.?0+$/, '');
}

export function useRuleWords() {
  const t = useTexts('staff-pricing');
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language);
  const amount = (minor: number) => `AED\u00a0${formatNumber(minor / 100, language)}`;
  const days = (from: string | null, until: string | null) =>
    from === null && until === null
      ? t('open')
      : from === null
        ? t('until', { day: formatDate(until!, language) })
        : until === null
          ? t('from', { day: formatDate(from, language) })
          : t('between', { from: formatDate(from, language), until: formatDate(until, language) });
  /** A word of a scope as one reads it; codes of places and names of things stay as they are. */
  const word = (fact: WordFact, one: string): string => {
    if (fact === 'product') return t(`product.${one}`);
    if (fact === 'region' || fact === 'language') return t(`${fact}.${one}`);
    return fact === 'cabin' ? t(`sold.${one}`) : `\u2066${one}\u2069`;
  };
  return {
    days,
    word,
    value(rule: PolicyRule): string {
      const bare = rule.basisPoints === null ? amount(rule.amount) : `${number(rule.basisPoints / 100)} %`;
      const sign = rule.phase === 'promotion' ? '−' : rule.phase === 'rounding' ? '' : '+';
      const words = `\u2066${sign}${bare}\u2069`;
      if (rule.phase === 'rounding') return t('value.step', { step: words });
      return rule.basisPoints === null && rule.per === 'traveller' ? t('value.each', { value: words }) : words;
    },
    most: (rule: PolicyRule) => (rule.most === null ? null : t('value.most', { amount: `\u2066${amount(rule.most)}\u2069` })),
    /** What a rule asks for, in one line. */
    scope(rule: PolicyRule): string {
      const { words, counts, travelFrom, travelUntil, promo } = rule.scope;
      const parts = wordFacts.flatMap((fact) => {
        const wanted = words[fact];
        if (!wanted || wanted.length === 0) return [];
        const all = wanted.map((one) => word(fact, one)).join(comma(language));
        return [fact === 'product' ? all : `${t(`fact.${fact}`)}: ${all}`];
      });
      if (!words.product?.length) parts.unshift(t('everything'));
      for (const fact of countFacts) {
        const bounds = counts[fact];
        if (bounds) parts.push(t(`count.${fact}`, { least: number(bounds[0]), most: number(bounds[1]) }));
      }
      if (travelFrom !== null || travelUntil !== null) parts.push(t('travel', { days: days(travelFrom, travelUntil) }));
      if (promo !== null) parts.push(t('code', { code: `\u2066${promo}\u2069` }));
      if (rule.limits.all !== null) parts.push(t('limit.all', { n: rule.limits.all }));
      if (rule.limits.each !== null) parts.push(t('limit.each', { n: rule.limits.each }));
      return parts.join(' · ');
    },
  };
}
