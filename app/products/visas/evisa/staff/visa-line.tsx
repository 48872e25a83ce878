import { Link } from 'react-router';
import { nameOfMail, nameOfNote, type TimelineShow } from '#app/commerce/orders/staff/order-line.ts';
import { OrderTimeline } from '#app/commerce/orders/staff/order-timeline.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { VisaEntry } from './read-visa-line.server.ts';

/**
 * The one timeline of a traveller's visa. States are said in the words of its route; the page names the catalogues
 * `staff-orders`, `staff-records` and `staff-evisas`.
 */
export function VisaLine({
  line,
  show,
  state,
  counter = (what) => what,
}: {
  line: readonly VisaEntry[];
  show: TimelineShow;
  state: (what: string) => string;
  /** What a look at a counter's calendar found. */
  counter?: (what: string) => string;
}) {
  const t = useTexts('staff-orders');
  const records = useTexts('staff-records');
  const cases = useTexts('staff-evisas');
  const language = useLanguage();
  const mailed = ({ of, what, phone }: VisaEntry): string => {
    if (of === 'order') return phone ? t('timeline.text', { mail: nameOfMail(records, what) }) : nameOfMail(records, what);
    return what ? records(phone ? 'line.textOf' : 'line.mailOf', { subject: what }) : records('line.mail');
  };
  const say = (entry: VisaEntry): string => {
    const { kind, of, what, amount } = entry;
    switch (kind) {
      case 'note':
        return nameOfNote(records, entry);
      case 'mail':
        return mailed(entry);
      case 'money':
        return `${t(`ledger.${what}`)} ${amount ? formatMoney(amount, language) : ''}`;
      case 'call':
        return of === 'counter' ? counter(what) : records('line.advice', { state: records(`line.calls.${what}`) });
      case 'event':
        return of === 'visa' ? state(what) : t(`events.${what}`, { defaultValue: records(`line.order.${what}`) });
    }
  };
  return (
    <OrderTimeline
      show={show}
      entries={line.map((entry) => ({
        at: entry.at,
        kind: entry.kind,
        id: entry.id,
        title: entry.to ? <Link to={entry.to}>{say(entry)}</Link> : say(entry),
        words: entry.kind === 'note' && entry.what !== '' ? entry.what : null,
        under: entry.card ? (
          <>
            {entry.card.ending ? <bdi className="num">•••• {entry.card.ending}</bdi> : '–'}
            {entry.card.is && <> · {t(`money.card.${entry.card.is}`)}</>}
          </>
        ) : entry.kind !== 'note' && entry.by !== null ? (
          <>
            {entry.byName ? (
              <bdi>{entry.by}</bdi>
            ) : (
              t(`actors.${entry.by}`, { defaultValue: records(`line.by.${entry.by}`, { defaultValue: entry.by }) })
            )}
            {entry.checks.length > 0 && (
              <>
                {' · '}
                {cases('checked')} {entry.checks.map((check) => cases(`check.${check}`)).join(' · ')}
              </>
            )}
          </>
        ) : null,
      }))}
    />
  );
}
