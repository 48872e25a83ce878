import { Link, type ShouldRevalidateFunctionArgs } from 'react-router';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { faultOf } from './mail-cause.ts';
import './notifications.css';

const pages = {
  log: '/admin/notifications',
  templates: '/admin/notifications/templates',
  campaigns: '/admin/notifications/campaigns',
  suppressed: '/admin/notifications/suppressed',
} as const;

/** The pages about mails, side by side. */
export function NotificationTabs({ here }: { here: keyof typeof pages }) {
  const t = useTexts('staff-mails');
  return (
    <nav className="dl-tabs" aria-label={t('title')}>
      {Object.entries(pages).map(([page, path]) => (
        <Link key={page} to={path} aria-current={page === here ? 'page' : undefined}>
          {t(`tabs.${page}`)}
        </Link>
      ))}
    </nav>
  );
}

/** What was just done, or why it was not. */
export function Said({ did, refused }: { did: string | null; refused: string | null | undefined }) {
  const t = useTexts('staff-mails');
  if (refused)
    return (
      <p className="dl-said dl-said--warn" role="alert">
        {t(`refused.${refused}`)}
      </p>
    );
  if (!did) return null;
  return (
    <p className="dl-said" role="status">
      {t(`did.${did}`, { defaultValue: t('did.done') })}
    </p>
  );
}

/** Why a mail did not leave, in words. */
export function MailCause({ cause }: { cause: string }) {
  const t = useTexts('staff-mails');
  const fault = faultOf(cause);
  return fault ? t(`fault.${fault}`) : t(`cause.${cause}`, { defaultValue: cause });
}

/** Day and clock in Dubai. */
export function MailMoment({ at }: { at: string }) {
  const language = useLanguage();
  const time = Date.parse(at);
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dubai' }).format(time);
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Dubai', hour: '2-digit', minute: '2-digit' }).format(time);
  return (
    <time dateTime={at}>
      {formatDate(day, language, 'day')} <bdi>{clock}</bdi>
    </time>
  );
}

const tones: Readonly<Record<string, string>> = {
  sent: ' dl-state--good',
  live: ' dl-state--good',
  on: ' dl-state--good',
  queued: ' dl-state--now',
  in_review: ' dl-state--now',
  sending: ' dl-state--now',
  failed: ' nt-bad',
  bounced: ' nt-bad',
};

/** A state as a chip with its name. */
export function StateChip({ state, of }: { state: string; of: 'state' | 'wording' | 'campaignState' | 'text' }) {
  const t = useTexts('staff-mails');
  return <span className={`dl-state${tones[state] ?? ''}`}>{t(`${of}.${state}`)}</span>;
}

/** Who wrote while this form was being filled in; what it holds can be kept over theirs, which stands below each field. */
export function Overtaken({ by }: { by: string | null }) {
  const t = useTexts('staff-mails');
  return <p className="dl-said dl-said--warn">{by ? t('over.by', { name: by }) : t('over.somebody')}</p>;
}

/** What a colleague's version says where somebody typed something else. */
export function StandsNow({ now, typed }: { now: string; typed: string }) {
  const t = useTexts('staff-mails');
  if (now === typed) return null;
  return (
    <p className="nt-vars">
      <span className="dl-quiet">{t('over.stands')}</span> <span dir="auto">{now || t('over.empty')}</span>
    </p>
  );
}

/** A page of a form whose version was overtaken is loaded anew: what a colleague wrote is shown before it can be written over. */
export function reloadRefused({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 422 || defaultShouldRevalidate;
}
