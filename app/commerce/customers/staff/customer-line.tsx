import { Link } from 'react-router';
import type { IconName } from '#app/ui/icon-names.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { sayClock, sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { money, type CurrencyCode } from '#app/values/money.ts';
import { lineShows } from './customer-line.ts';
import type { OpenCustomer } from './open-customer.server.ts';

type Entry = OpenCustomer['line']['entries'][number];

const icons: Readonly<Record<Entry['show'], IconName>> = { trips: 'orders', money: 'money', words: 'message', desk: 'user' };

/** Everything that happened with somebody, or with those of a company, in one line of time, or a part of it. The texts are those of customers. */
export function RecordLine({ here, line }: { here: string; line: Pick<OpenCustomer, 'line'>['line'] }) {
  const t = useTexts('staff-customers');
  const language = useLanguage();
  return (
    <section className="cu-card" aria-labelledby="line">
      <header>
        <h2 id="line">{t('line.title')}</h2>
        <p>{t('line.sub')}</p>
        <nav className="cu-shows" aria-label={t('line.show')}>
          {lineShows.map((show) => (
            <Link
              key={show}
              to={`${here}${show === 'all' ? '' : `?show=${show}`}#line`}
              aria-current={show === line.show ? 'true' : undefined}
              preventScrollReset
            >
              {t(`line.${show}`)}
            </Link>
          ))}
        </nav>
      </header>
      {line.entries.length === 0 ? (
        <p className="dl-quiet">{t('line.none')}</p>
      ) : (
        <ol className="cu-line">
          {line.entries.map((entry, at) => (
            <li key={at} data-show={entry.show}>
              <Icon name={icons[entry.show]} small />
              <span>
                <Words entry={entry} />
                {entry.amount && (
                  <>
                    {' '}
                    <bdi>{formatMoney(money(entry.amount.amount, entry.amount.currency as CurrencyCode), language)}</bdi>
                  </>
                )}
              </span>
              <time className="dl-quiet" dateTime={entry.at}>
                {sayDay(entry.at, language)} <bdi>{sayClock(entry.at)}</bdi>
              </time>
            </li>
          ))}
        </ol>
      )}
      {line.more && <p className="dl-quiet">{t('line.earlier', { count: line.entries.length })}</p>}
    </section>
  );
}

function Words({ entry }: { entry: Entry }) {
  const t = useTexts('staff-customers');
  const orders = useTexts('orders');
  const inquiries = useTexts('staff-inquiries');
  const calls = useTexts('staff-consultations');
  const tickets = useTexts('staff-tickets');
  const records = useTexts('staff-records');
  const { what, by } = entry;
  const { one = '', two = '' } = entry.values;
  const name = by ?? '–';
  const say = (): string => {
    switch (what) {
      case 'placed':
        return t('line.placed', { kind: t(`kind.${two}`), reference: one });
      case 'status': {
        const [kind = '', status = ''] = two.split(':');
        const state = orders([`${kind}.states.${status}.title`, `states.${status}.title`, 'states.stuck.title']);
        return t('line.status', { kind: t(`kind.${kind}`), reference: one, status: state });
      }
      case 'paid':
      case 'refunded':
      case 'message':
        return t(`line.${what}`, { reference: one });
      case 'phone': {
        const [way = 'out', outcome = '', minutes = '0'] = two.split(':');
        return t(`line.phone.${way}`, { minutes, outcome: records(`call.outcome.${outcome}`), name });
      }
      case 'invoice':
      case 'credit-note':
        return t(`line.${what}`, { number: one });
      case 'inquiry':
        return t('line.inquiry', { reference: one, kind: inquiries(`kind.${two}`) });
      case 'call':
        return t('line.call', { reference: one, topic: calls(`topic.${two}`) });
      case 'ticket':
        return t('line.ticket', { reference: one, state: tickets(`state.${two}`) });
      case 'credit':
        return t(one === '' ? `line.creditOfPoints.${two}` : `line.credit.${two}`, { reference: one });
      case 'review':
        return t('line.review', { subject: two });
      case 'voucher':
        return t(`line.voucher.${two}`, { name });
      case 'note':
        return t('line.note', { name });
      default: {
        // What colleagues did, by the names the audit has for it.
        const act = what.replace(/^customer\./, '');
        const why = t([`reason.${one}`, `block.reason.${one}`, `twins.why.${one}`, 'line.noReason']);
        if (act.startsWith('company.')) return t([`line.${act}`, 'line.company.changed'], { name });
        return t([`line.customer.${act}`, 'line.customer.described'], { name, reason: why, field: two === '' ? '' : t(`reach.${two}`) });
      }
    }
  };
  return entry.to ? <Link to={entry.to}>{say()}</Link> : <>{say()}</>;
}
