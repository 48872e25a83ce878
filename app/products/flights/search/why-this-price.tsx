import { useEffect, useRef } from 'react';
import { Icon } from '#app/ui/icon.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { sayClock } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { fareName, figureWords, moneyWords } from './flight-words.tsx';
import type { FlightCard, PriceBars, WhyLine } from './results-view.ts';

/** A price laid open line by line; on a phone it rises from below. Its own address, so it opens without a script. */
export function WhyThisPrice({
  card,
  lines,
  close,
  bars,
}: {
  card: FlightCard;
  lines: readonly WhyLine[];
  close: string;
  bars: PriceBars | null;
}) {
  const t = useTexts('flights');
  const fares = useTexts('fares');
  const language = useLanguage();
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => box.current?.focus(), []);
  const title = t('why.title', { total: moneyWords(card.total, language) });
  return (
    <>
      <a className="fr-scrim" href={close} data-stay aria-hidden="true" tabIndex={-1} />
      <dialog
        open
        className="fr-why"
        aria-label={title}
        tabIndex={-1}
        ref={box}
        onKeyDown={(event) => {
          if (event.key === 'Escape') box.current?.querySelector<HTMLAnchorElement>('.fr-why__head a')?.click();
        }}
      >
        <div className="fr-why__head">
          <h3>{title}</h3>
          <a className="btn-icon" href={close} data-stay aria-label={t('why.close')}>
            <Icon name="close" />
          </a>
        </div>
        <dl>
          {lines.map((line) => (
            <div key={line.kind + line.nameKey + line.traveller}>
              <dt>
                {line.kind === 'fare' ? t(`why.fare.${line.traveller || 'adult'}`, { count: line.count }) : lineName(t, fares, line)}
                <span>{noteOf(t, line, language)}</span>
              </dt>
              <dd>
                <bdi>{formatMoney(line.amount, language)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        <p className="fr-why__total">
          <span>{t('why.pay')}</span>
          <bdi>{formatMoney(card.total, language)}</bdi>
        </p>
        {bars && (
          <div className="fr-usual">
            <b>{t('why.usual')}</b>
            <i dir="ltr" style={{ '--at': `${share(card, bars)}%` } as React.CSSProperties} />
            <p dir="ltr">
              <bdi>{figureWords({ amount: bars.from, currency: 'AED' }, language)}</bdi>
              <bdi>{figureWords({ amount: bars.to, currency: 'AED' }, language)}</bdi>
            </p>
          </div>
        )}
        <p className="fr-why__note">{t('why.checked', { time: sayClock(card.pricedAt) })}</p>
      </dialog>
    </>
  );
}

type Translate = ReturnType<typeof useTexts>;

function lineName(t: Translate, fares: Translate, line: WhyLine): string {
  // A tax of our own rules has no name in the airlines' words.
  if (line.kind === 'tax') return line.nameKey.startsWith('fares:') ? fareName(fares, line.nameKey) : t('why.line.levy');
  return t(`why.line.${line.kind}`);
}

function noteOf(t: Translate, line: WhyLine, language: ReturnType<typeof useLanguage>): string {
  if (line.kind === 'tax') {
    const back = line.comesBack === undefined ? '' : t(line.comesBack ? 'why.comesBack' : 'why.keeps');
    return [t('why.passedOn'), back].filter(Boolean).join(' · ');
  }
  // A sum of different shares is nobody's own.
  const alike = line.count > 1 && line.each.amount * line.count === line.amount.amount;
  const each = alike ? t('why.each', { amount: moneyWords(line.each, language) }) : '';
  const vat = line.vat ? t('why.vat', { amount: formatMoney(line.vat, language) }) : '';
  return [each, vat].filter(Boolean).join(' · ');
}

function share(card: FlightCard, bars: PriceBars): number {
  return Math.min(98, Math.max(1, Math.round(((card.total.amount - bars.from) * 100) / (bars.to - bars.from))));
}
