import { Link } from 'react-router';
import { longestTag } from '../ticket-tags.ts';
import { useTexts } from '#app/ui/texts.tsx';
import type { TicketPriority } from '../ticket-kinds.ts';
import type { TicketStatus } from '../ticket-status.ts';

const tones: Partial<Readonly<Record<TicketStatus, string>>> = { new: 'now', reopened: 'now', solved: 'good' };

export function TicketState({ state }: { state: TicketStatus }) {
  const t = useTexts('staff-tickets');
  return <span className={`dl-state${tones[state] ? ` dl-state--${tones[state]}` : ''}`}>{t(`state.${state}`)}</span>;
}

/** Only what presses is marked. */
export function TicketPress({ priority }: { priority: TicketPriority }) {
  const t = useTexts('staff-tickets');
  return (
    <span className={priority === 'urgent' || priority === 'high' ? `tk-press tk-press--${priority}` : 'dl-quiet'}>
      {t(`priority.${priority}`)}
    </span>
  );
}

/** How long a clock still runs, or for how long it has run out. Minutes of the wall. */
export function DueIn({ minutes, first }: { minutes: number; first: boolean }) {
  const t = useTexts('staff-tickets');
  const late = minutes < 0;
  const far = Math.abs(minutes);
  const unit = far >= 2_880 ? 'days' : far >= 120 ? 'hours' : 'minutes';
  const count = Math.floor(far / { days: 1_440, hours: 60, minutes: 1 }[unit]);
  return (
    <span className={late ? 'dl-late' : undefined}>
      {t(late ? 'due.late' : 'due.in', { time: t(`due.${unit}`, { count }) })}{' '}
      <span className="dl-quiet">{t(first ? 'due.first' : 'due.solve')}</span>
    </span>
  );
}

/** Tags, each with the way to all tickets that have it. */
export function TagLinks({ tags }: { tags: readonly string[] }) {
  return tags.map((tag) => (
    <Link key={tag} className="tk-tag__name" to={`/admin/tickets?state=all&tag=${encodeURIComponent(tag)}`}>
      <bdi>{tag}</bdi>
    </Link>
  ));
}

/** Where a tag is typed or chosen among those that are in use. */
export function TagField({ name, value, tags }: { name: string; value: string; tags: readonly string[] }) {
  const t = useTexts('staff-tickets');
  return (
    <label>
      <span className="sr-only">{t('tag.label')}</span>
      <input
        name={name}
        list="known-tags"
        defaultValue={value}
        placeholder={t('tag.label')}
        required
        minLength={2}
        maxLength={longestTag}
        autoComplete="off"
        dir="auto"
      />
      <datalist id="known-tags">
        {tags.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </label>
  );
}
