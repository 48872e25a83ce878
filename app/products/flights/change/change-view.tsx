import { Form, Link, useNavigation } from 'react-router';
import { PriceChange } from '#app/commerce/orders/pages/order-money.tsx';
import { DubaiDeadline, OrderBlock } from '#app/commerce/orders/pages/order-parts.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { DateText, LocalClock } from '#app/ui/date-text.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatMoney, formatWords } from '#app/ui/number-format.ts';
import { Price } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { WayBack } from '#app/ui/way-back.tsx';
import type { Money } from '#app/values/money.ts';
import { ourFee } from './change-rules.ts';
import type { OpenedChange, ShownSlice } from './open-change.server.ts';
import './change.css';

interface ChangeViewProps {
  readonly page: OpenedChange;
  /** Its own address, and where the order stands. */
  readonly here: string;
  readonly record: string;
  readonly by: 'customer' | 'staff';
  readonly refused: string | null;
  readonly sent: boolean;
}

/** Other flights for a ticketed order: choose them, read what they cost, agree. The same for the traveller and for staff. */
export function ChangeView(props: ChangeViewProps) {
  const { page, refused, sent, record, by } = props;
  const t = useTexts('flight-change');
  const { change } = page;
  const quoted = page.status === 'change_quoted' && change?.status === 'quoted';
  const pending = page.status === 'change_pending' || (page.status === 'stuck' && change?.status === 'accepted');
  return (
    <div className="fc">
      {refused && (
        <Notice tone="danger" boxed live>
          {t([`refused.${refused}`, 'refused.not-possible'])}
        </Notice>
      )}
      {sent && (
        <Notice tone="ok" boxed live>
          {t('sent')}
        </Notice>
      )}
      {page.status === 'ticketed' && change?.status === 'failed' && (
        <Notice tone="warn" boxed>
          {t('failed')}
        </Notice>
      )}
      {quoted && <Quoted {...props} change={change} />}
      {pending && change && <Pending {...props} change={change} />}
      {!pending && (
        <OrderBlock title={t(quoted ? 'otherTitle' : 'chooseTitle')} id="choose">
          <Choose {...props} />
        </OrderBlock>
      )}
      <WayBack to={record}>{t(by === 'staff' ? 'backToRecord' : 'back')}</WayBack>
    </div>
  );
}

function Flights({ slices }: { slices: readonly ShownSlice[] }) {
  const t = useTexts('flight-change');
  const language = useLanguage();
  return (
    <ul className="fc-flights">
      {slices.map((slice, index) => (
        <li key={index}>
          <b>
            <DateText date={slice.departs} form="day" />
          </b>{' '}
          <span className="num">
            <LocalClock time={slice.departs} /> – <LocalClock time={slice.arrives} plusDays={slice.dayShift} />
          </span>
          <small className="muted">
            {t('route', { from: slice.from, to: slice.to })} · {formatWords(slice.airlines, language)} · <bdi>{slice.flights}</bdi> ·{' '}
            {slice.stops === 0 ? t('direct') : t('stops', { count: slice.stops })}
            {slice.via.length > 0 && ` · ${formatWords(slice.via, language)}`}
          </small>
        </li>
      ))}
    </ul>
  );
}

type Change = NonNullable<OpenedChange['change']>;

function Beside({ change }: { change: Change }) {
  const t = useTexts('flight-change');
  return (
    <div className="fc-beside">
      <section>
        <h3>{t('now')}</h3>
        <Flights slices={change.was} />
      </section>
      <section>
        <h3>{t('then')}</h3>
        <Flights slices={change.wanted} />
      </section>
    </div>
  );
}

function Quoted({ page, here, change, by }: ChangeViewProps & { change: Change }) {
  const t = useTexts('flight-change');
  const all = useTexts('price');
  const language = useLanguage();
  const busy = useNavigation().state !== 'idle';
  const pays = change.difference.amount > 0;
  const label = (nameKey: string) => all(nameKey.replace(/^price:/, ''));
  return (
    <OrderBlock title={t('quoteTitle')} id="quote">
      <Beside change={change} />
      <PriceChange
        rows={change.rows.map((row) => ({ label: label(row.nameKey), before: row.before, after: row.after }))}
        before={change.before}
        after={change.after}
      />
      <p className="fc-sum">
        {pays ? t('toPay') : change.refund.amount > 0 ? t('comesBack') : t('nothingToPay')}{' '}
        {(pays || change.refund.amount > 0) && (
          <b>
            <Price value={pays ? change.difference : change.refund} />
          </b>
        )}
      </p>
      {change.free && (
        <Notice tone="warn" boxed>
          {t(`free.${change.free.window}`)} <DubaiDeadline at={change.free.until} />. {t('free.ends')}
        </Notice>
      )}
      <p className="small muted">
        {t('until')} <DubaiDeadline at={change.expiresAt} />. {t('seatsNote')}
      </p>
      {change.over ? (
        <Notice tone="warn" boxed>
          {t('refused.quote-over')}
        </Notice>
      ) : (
        <Form method="post" action={here} className="order-actions">
          <input type="hidden" name="number" value={change.number} />
          <input type="hidden" name="seen" value={change.after.amount} />
          {by === 'staff' && pays ? (
            <Button name="intent" value="send" icon="mail" busy={busy && t('busy')}>
              {t('sendToTraveller')}
            </Button>
          ) : (
            <Button look="go" name="intent" value="accept" busy={busy && t('busy')}>
              {pays ? t('acceptPay', { amount: formatMoney(change.difference, language) }) : t('accept')}
            </Button>
          )}
        </Form>
      )}
      {page.status === 'change_quoted' && (
        <Form method="post" action={here} className="order-actions">
          <Button name="intent" value="keep">
            {t('keep')}
          </Button>
        </Form>
      )}
    </OrderBlock>
  );
}

function Pending({ here, change, by, page }: ChangeViewProps & { change: Change }) {
  const t = useTexts('flight-change');
  const language = useLanguage();
  const waits = change.difference.amount > 0 && !change.paid && !change.asked;
  const amount = formatMoney(change.difference, language);
  return (
    <OrderBlock title={t(waits ? 'payTitle' : 'pendingTitle')} id="pending">
      <Beside change={change} />
      <p>{waits ? t('payText', { amount }) : t(page.status === 'stuck' ? 'stuckText' : 'pendingText')}</p>
      {waits && (
        <>
          <p className="small muted">
            {t('until')} <DubaiDeadline at={change.expiresAt} />.
          </p>
          <Form method="post" action={here} className="order-actions">
            {by === 'customer' ? (
              <Button look="go" icon="lock" name="intent" value="pay">
                {t('pay', { amount })}
              </Button>
            ) : (
              <Button icon="mail" name="intent" value="send">
                {t('sendToTraveller')}
              </Button>
            )}
            <Button name="intent" value="withdraw">
              {t('withdraw')}
            </Button>
          </Form>
        </>
      )}
    </OrderBlock>
  );
}

function Choose({ page, here }: ChangeViewProps) {
  const t = useTexts('flight-change');
  const language = useLanguage();
  const { contracts, contract, open, dates, options } = page;
  const own = contracts[contract]!;
  const penaltyWords = (penalty: Money | null) =>
    penalty && penalty.amount > 0 ? t('rulePenalty', { amount: formatMoney(penalty, language) }) : t('ruleFree');
  return (
    <>
      {contracts.length > 1 && (
        <p className="small">
          {t('twoContracts')}{' '}
          {contracts.map((one) =>
            one.position === contract ? (
              <b key={one.position}>{t('route', { from: one.slices[0]!.from, to: one.slices[0]!.to })} </b>
            ) : (
              <Link key={one.position} className="link" to={`${here}?contract=${one.position}`}>
                {t('route', { from: one.slices[0]!.from, to: one.slices[0]!.to })}{' '}
              </Link>
            ),
          )}
        </p>
      )}
      <Flights slices={own.slices} />
      {open ? (
        <>
          {own.directions.length > 0 && (
            <>
              <ul className="fc-rules">
                {own.directions.map((direction) => (
                  <li key={`${direction.from} ${direction.to}`}>
                    <b>{t('route', { from: direction.from, to: direction.to })}</b>{' '}
                    {direction.refused ? t(`directionClosed.${direction.refused}`) : penaltyWords(direction.penalty)}
                  </li>
                ))}
              </ul>
              <p className="small">{t('ruleDirections')}</p>
            </>
          )}
          <p>
            {own.directions.length === 0 && penaltyWords(own.penalty)} {t('ruleOurs', { amount: formatMoney(ourFee, language) })}{' '}
            {t(own.returns ? 'ruleReturns' : 'ruleKeeps')}
          </p>
          <Form method="get" action={here} className="fc-dates" preventScrollReset>
            <input type="hidden" name="contract" value={contract} />
            {own.slices.map((slice, index) => (
              <TextField
                key={index}
                name={`date${index}`}
                type="date"
                label={t('dateOf', { from: slice.from, to: slice.to })}
                defaultValue={dates[index]}
                min={page.first}
                max={page.last}
                error={page.wrongDates && index === own.slices.length - 1 ? t('wrongDates') : undefined}
                required
              />
            ))}
            <Button>{t('see')}</Button>
          </Form>
          {options && <Options page={page} here={here} options={options} />}
        </>
      ) : (
        <Notice tone="info" boxed>
          {t(`closed.${own.closed}`)}
        </Notice>
      )}
    </>
  );
}

function Options({ page, here, options }: { page: OpenedChange; here: string; options: NonNullable<OpenedChange['options']> }) {
  const t = useTexts('flight-change');
  const { contract, contracts, dates, chosen } = page;
  const slice = contracts[contract]!.slices[options.at]!;
  const address = (key: string) => {
    const query = new URLSearchParams({ contract: String(contract) });
    for (const [index, date] of dates.entries()) query.set(`date${index}`, date);
    for (const one of [...chosen, key]) query.append('chosen', one);
    return `${here}?${query}#options`;
  };
  if (options.list.length === 0) return <p id="options">{t(options.silent ? 'silent' : 'noneFound')}</p>;
  return (
    <div id="options">
      <h3>{t('optionsOf', { from: slice.from, to: slice.to })}</h3>
      <p className="small muted">{t('optionsNote')}</p>
      <ul className="fc-options">
        {options.list.map((option) => (
          <li key={option.key}>
            <Flights slices={[option.slice]} />
            <span className="fc-option__price">
              <Price value={option.total} />
            </span>
            {option.offerId === null ? (
              <ButtonLink to={address(option.key)}>{t('take')}</ButtonLink>
            ) : (
              <Form method="post" action={here}>
                <input type="hidden" name="contract" value={contract} />
                <input type="hidden" name="offer" value={option.offerId} />
                <Button name="intent" value="quote">
                  {t('whatCost')}
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
