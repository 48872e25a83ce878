import { Form, Link, useNavigation } from 'react-router';
import { wordOfLine } from '#app/commerce/pricing/quote-summary.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { DeskAction, DeskChoice } from './desk-action-rules.ts';
import type { RecordView } from './record-view.ts';

/** The one a clerk most likely came for, when it is open. */
const firsts: readonly DeskAction[] = ['ticket', 'look-up', 'confirm-cancel'];
const reasoned: readonly DeskAction[] = [
  'confirm-cancel',
  'void',
  'give-up',
  'carry-price',
  'keep-longer',
  'hold-back',
  'release',
  'no-show',
  'deny-no-show',
  'undo-no-show',
];
/** Cannot be taken back by another press. */
const grave: readonly DeskAction[] = ['confirm-cancel', 'void', 'give-up'];

/** One first action with its effect in a sentence, then what else may be done, then what may not and why. */
export function RecordActions({ record, formKey }: { record: RecordView; formKey: string }) {
  const t = useTexts('staff-orders');
  const rights = useTexts('staff-rights');
  const language = useLanguage();
  const open = record.choices.filter((choice) => choice.locked === null);
  const first = open.find((choice) => firsts.includes(choice.action));
  const locked = record.choices.filter((choice) => choice.locked !== null);
  return (
    <section className="fd-card no-print" aria-labelledby="card-actions">
      <header>
        <h2 id="card-actions">{t('actions.title')}</h2>
      </header>
      <ul className="fd-actions">
        {first && (
          <li className="fd-act fd-act--first">
            <ActionForm choice={first} record={record} formKey={formKey} />
          </li>
        )}
        {open
          .filter((choice) => choice !== first)
          .map((choice) => (
            <li className="fd-act" key={choice.action}>
              <details>
                <summary>
                  {t(`actions.${choice.action}.name`)}
                  <Icon name="chevron-down" small />
                </summary>
                <ActionForm choice={choice} record={record} formKey={formKey} />
              </details>
            </li>
          ))}
        {locked.map((choice) => (
          <li className="fd-act fd-act--locked" key={choice.action}>
            <span className="fd-act__name">
              <Icon name="lock" small />
              {t(`actions.${choice.action}.name`)}
            </span>
            <p>
              {t(`locked.${choice.locked}`, {
                permission: choice.missing ? rights(choice.missing.replace(':', '.')) : '',
                name: record.asked?.by ?? '',
                rise: record.rise ? formatMoney(record.rise, language) : '',
                limit: formatMoney(record.alone, language),
              })}
            </p>
          </li>
        ))}
        {['ticketed', 'change_quoted', 'change_pending'].includes(record.status) && (
          <li className="fd-act">
            <Link to={`/admin/orders/flights/${record.reference}/change`}>{t('changeFlights')}</Link>
          </li>
        )}
        {['ticketed', 'change_quoted', 'change_pending'].includes(record.status) &&
          record.travellers.filter(({ left }) => !left).length > 1 && (
            <li className="fd-act">
              <Link to={`/admin/orders/flights/${record.reference}/leave`}>{t('someLeave')}</Link>
            </li>
          )}
        {['held', 'ticketed', 'change_pending'].includes(record.status) && (
          <li className="fd-act">
            <Link to={`/admin/orders/flights/${record.reference}/names`}>{t('correctNames')}</Link>
          </li>
        )}
        {record.status === 'ticketed' && (
          <li className="fd-act">
            <Link to={`/admin/orders/flights/${record.reference}/extras`}>{t('addExtras')}</Link>
          </li>
        )}
        {record.status === 'schedule_change_pending' && (
          <li className="fd-act">
            <Link to={`/admin/orders/flights/${record.reference}/schedule`}>{t('answerSchedule')}</Link>
          </li>
        )}
        {record.choices.length === 0 && (
          <li>
            <p>{t('actions.none')}</p>
          </li>
        )}
      </ul>
    </section>
  );
}

function ActionForm({ choice, record, formKey }: { choice: DeskChoice; record: RecordView; formKey: string }) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  const navigation = useNavigation();
  const busy = navigation.state !== 'idle' && navigation.formData?.get('intent') === choice.action;
  const tickets = record.travellers.length * record.contracts.length;
  const amount = formatMoney(record.total, language);
  const { action } = choice;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={action} />
      <input type="hidden" name="key" value={`${formKey}-${action}`} />
      {action === 'carry-price' && record.rise && <input type="hidden" name="rise" value={record.rise.amount} />}
      {action === 'confirm-cancel' && record.terms && <Terms record={record} />}
      <p>
        {t(`actions.${action}.effect`, {
          count: tickets,
          amount,
          rise: record.rise ? formatMoney(record.rise, language) : '',
          refund: record.terms?.refund ? formatMoney(record.terms.refund, language) : t('actions.unknownAmount'),
        })}
      </p>
      {choice.second === 'asks' && <p className="fd-quiet">{t('second.asks', { limit: formatMoney(record.alone, language) })}</p>}
      {choice.second === 'approves' && record.asked && (
        <p>
          <b>{t('second.approves', { name: record.asked.by })}</b> <bdi>{record.asked.reason}</bdi>
        </p>
      )}
      {reasoned.includes(action) && (
        <label>
          {t('actions.reason')}
          <input name="reason" required minLength={3} maxLength={500} autoComplete="off" />
        </label>
      )}
      <button
        className={`bo-btn ${firsts.includes(action) && action !== 'confirm-cancel' ? 'bo-btn--p' : grave.includes(action) ? 'bo-btn--danger' : ''}`}
        type="submit"
        aria-disabled={busy}
        onClick={(event) => busy && event.preventDefault()}
      >
        {busy
          ? t('actions.busy')
          : choice.second === 'asks'
            ? t('second.button')
            : t(`actions.${action}.button`, { count: tickets, amount, rise: record.rise ? formatMoney(record.rise, language) : '' })}
      </button>
    </Form>
  );
}

/** What the quote gives back, line by line; lines that give nothing are left out. */
function Terms({ record }: { record: RecordView }) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  const { terms } = record;
  if (!terms) return null;
  return (
    <dl className="fd-terms">
      {terms.lines
        .filter((line) => line.refunded.amount !== 0)
        .map((line) => ({ ...line, priced: record.lines[line.line] }))
        .map(({ priced, ...line }) => (
          <div key={line.line}>
            <dt>{t(`lines.${priced ? wordOfLine(priced) : 'fare'}`)}</dt>
            <dd>
              <bdi>{formatMoney(line.refunded, language)}</bdi>
            </dd>
          </div>
        ))}
      <div>
        <dt>{t(`windows.${terms.window}`)}</dt>
        <dd>
          <bdi>{terms.refund ? formatMoney(terms.refund, language) : t('actions.unknownAmount')}</bdi>
        </dd>
      </div>
    </dl>
  );
}
