import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import { sayMoment } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { timelineKinds, type TimelineShow } from './order-line.ts';
import './order-timeline.css';

type Kind = Exclude<TimelineShow, 'all'>;

export interface TimelineEntry {
  readonly at: string;
  readonly kind: Kind;
  readonly id: string;
  /** What happened; of a note, who wrote it. */
  readonly title: ReactNode;
  /** Words of a note, as they were typed. */
  readonly words?: string | null;
  /** Who did it, and why. */
  readonly under?: ReactNode;
}

const icons: Readonly<Record<Kind, IconName>> = { event: 'change', note: 'edit', call: 'phone', money: 'card', mail: 'mail' };

/**
 * Everything that happened to what was ordered, newest first, or a part of it; the last card of a record. `look` is how the
 * cards of the record look. The page names the `staff-orders` catalogue.
 */
export function OrderTimeline({
  entries,
  show,
  without = [],
  look = 'dl-card',
  children,
}: {
  entries: readonly TimelineEntry[];
  show: TimelineShow;
  /** Kinds that there cannot be any of. */
  without?: readonly Kind[];
  look?: 'fd-card' | 'dl-card';
  /** What stands at its foot. */
  children?: ReactNode;
}) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  const shown = entries.filter(({ kind }) => show === 'all' || kind === show);
  return (
    <section className={`${look} ot`} aria-labelledby="timeline">
      <header>
        <h2 id="timeline">{t('timeline.title')}</h2>
      </header>
      <nav className="ot-shows" aria-label={t('timeline.filter')}>
        {timelineKinds
          .filter((kind) => !without.some((one) => one === kind))
          .map((one) => (
            <Link
              key={one}
              to={one === 'all' ? '?#timeline' : `?timeline=${one}#timeline`}
              preventScrollReset
              aria-current={one === show ? 'true' : undefined}
            >
              {t(`timeline.kinds.${one}`)}
            </Link>
          ))}
      </nav>
      {shown.length === 0 ? (
        <p className="dl-quiet">{t('timeline.nothing')}</p>
      ) : (
        <ol className="ot-line">
          {shown.map(({ id, kind, at, title, words, under }) => (
            <li key={id}>
              <Icon name={icons[kind]} small />
              <div>
                <b>{title}</b>{' '}
                <time className="dl-quiet" dateTime={at}>
                  {sayMoment(at, language)}
                </time>
                {words && (
                  <p className="dl-words" dir="auto">
                    {words}
                  </p>
                )}
                {under && <p className="dl-quiet">{under}</p>}
              </div>
            </li>
          ))}
        </ol>
      )}
      {children}
    </section>
  );
}
