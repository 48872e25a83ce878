import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { SlotPickerFacts } from '../open-slot-picker.server.ts';
import './consultation.css';

/** Free times by day, each a link that chooses it: every step is an address, and nothing needs a script. */
export function SlotPicker({
  facts,
  address,
}: {
  facts: SlotPickerFacts;
  address: (change: Readonly<Record<string, string | null>>) => string;
}) {
  const t = useTexts('consultations');
  const language = useLanguage();
  useOwnZone(facts);
  return (
    <div className="cn-picker">
      <p className="cn-zone">
        <Icon name="clock" small />
        <span>
          {t(facts.zoneAsked ? 'slots.zone' : 'slots.officeZone', { zone: facts.zoneName })} {!facts.sameClock && t('slots.both')}
        </span>
      </p>
      {facts.gone && (
        <Notice tone="warn" boxed live>
          {t('slots.gone')}
        </Notice>
      )}
      {facts.days.length === 0 ? (
        <p className="cn-none">{t('slots.none')}</p>
      ) : (
        <ol className="cn-days">
          {facts.days.map(({ date, slots }) => (
            <li key={date}>
              <h3>{formatDate(date, language, 'day')}</h3>
              <ul>
                {slots.map((slot) => (
                  <li key={slot.at}>
                    <Link
                      to={`${address({ at: slot.at })}#details`}
                      aria-current={facts.chosen?.at === slot.at ? 'true' : undefined}
                      className="cn-slot"
                      preventScrollReset
                    >
                      <b className="num">
                        <bdi>{slot.clock}</bdi>
                      </b>
                      {!facts.sameClock && (
                        <span className="num">
                          {t('slots.dubai')} <bdi>{slot.office}</bdi>
                          {slot.otherDay && ` · ${formatDate(slot.otherDay, language, 'day')}`}
                        </span>
                      )}
                    </Link>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
      {(facts.earlier || facts.later) && (
        <nav className="cn-turn" aria-label={t('slots.more')}>
          {facts.earlier && (
            <Link className="btn btn--line btn--s" to={address({ from: facts.earlier, at: null })} preventScrollReset>
              <Icon name="arrow-start" />
              {t('slots.earlier')}
            </Link>
          )}
          {facts.later && (
            <Link className="btn btn--line btn--s" to={address({ from: facts.later, at: null })} preventScrollReset>
              {t('slots.later')}
              <Icon name="arrow-end" />
            </Link>
          )}
        </nav>
      )}
    </div>
  );
}

/** Where the address names no zone, the browser's own is taken, once. */
function useOwnZone({ zone, zoneAsked }: SlotPickerFacts): void {
  const [, setParams] = useSearchParams();
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (zoneAsked || !own || own === zone) return;
    setParams(
      (params) => {
        params.set('zone', own);
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [zone, zoneAsked, setParams]);
}
