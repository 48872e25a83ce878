import { Form, Link, useNavigation } from 'react-router';
import { DubaiDeadline, OrderBlock } from '#app/commerce/orders/pages/order-parts.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { DateText, LocalClock } from '#app/ui/date-text.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { comma, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { WayBack } from '#app/ui/way-back.tsx';
import type { ShownSlice } from '../change/open-change.server.ts';
import type { OpenedSchedule } from './open-schedule.server.ts';
import { TouchedList } from './touched-list.tsx';
import '../change/change.css';
import './schedule.css';

interface ScheduleViewProps {
  readonly page: OpenedSchedule;
  /** Its own address, and where the order stands. */
  readonly here: string;
  readonly record: string;
  readonly by: 'customer' | 'staff';
  readonly refused: string | null;
  /** The reason a colleague wrote, after a refusal. */
  readonly typed?: string;
  /** For the press that asks what cancelling gives back. */
  readonly formKey: string;
}

type Shown = NonNullable<OpenedSchedule['schedule']>;

/** What the airline changed, and what may be answered. The same for the traveller and for staff. */
export function ScheduleView(props: ScheduleViewProps) {
  const { page, refused, record, by } = props;
  const t = useTexts('schedule-change');
  const { schedule } = page;
  return (
    <div className="fc sc">
      {refused && (
        <Notice tone="danger" boxed live>
          {t([`refused.${refused}`, 'refused.not-possible'])}
        </Notice>
      )}
      {schedule ? <Changed {...props} schedule={schedule} /> : <p>{t('nothing')}</p>}
      <WayBack to={record}>{t(by === 'staff' ? 'backToRecord' : 'back')}</WayBack>
    </div>
  );
}

function Changed(props: ScheduleViewProps & { schedule: Shown }) {
  const { page, schedule } = props;
  const language = useLanguage();
  const t = useTexts('schedule-change');
  const { open, answerBy, answer, allowed } = schedule;
  const settledWords = () => {
    const underWay = answer !== null && schedule.status === 'open';
    if (allowed !== null && (underWay || schedule.status === 'accepted'))
      return t(underWay ? 'underWayAllowed' : 'settledAllowed', { count: allowed });
    if (schedule.takenBack) return t('settled.takenBack');
    if (schedule.numberOnly && schedule.status === 'accepted') return t('number.accepted');
    return t(underWay ? 'underWay' : [`settled.${schedule.status}`, 'settled.ended']);
  };
  return (
    <>
      <OrderBlock title={t(schedule.cancelled ? 'cancelledTitle' : 'whatTitle')} id="what">
        <ul className="sc-kinds">
          {schedule.kinds.map((kind) => (
            <li key={kind}>{t(`kind.${kind}`, { flights: schedule.seatsLost.join(comma(language)) })}</li>
          ))}
        </ul>
        {schedule.was.map((was, at) => (
          <Beside key={at} was={was} now={schedule.now[at] ?? null} />
        ))}
        {schedule.broken.map((one) => (
          <Notice key={`${one.from}${one.to}`} tone="warn" boxed>
            {t(one.minutes < 0 ? 'brokenMissed' : 'broken', {
              airport: one.airport,
              first: one.from,
              second: one.to,
              n: Math.max(0, one.minutes),
              needed: one.needed,
            })}
          </Notice>
        ))}
        {schedule.touched.length > 0 && (
          <section aria-labelledby="touched" className="sc-touches">
            <h3 id="touched">{t('touchedTitle')}</h3>
            <p>{t(props.by === 'staff' ? 'touchedDesk' : 'touchedText')}</p>
            <TouchedList touched={schedule.touched} by={props.by} />
          </section>
        )}
        {open && schedule.numberOnly && <p className="sc-until">{t('number.stands')}</p>}
        {open && answerBy && !schedule.numberOnly && (
          <p className="sc-until">
            {t('until')}{' '}
            <b>
              <DubaiDeadline at={answerBy} />
            </b>
            . {t(schedule.silence === 'accept' ? 'silenceAccept' : 'silenceAsk')}
          </p>
        )}
        {page.more > 0 && <p className="small muted">{t('more', { n: page.more })}</p>}
        {!open && (
          <Notice tone={answer && schedule.status === 'open' ? 'info' : 'ok'} boxed>
            {settledWords()}
          </Notice>
        )}
      </OrderBlock>
      {schedule.asked && (
        <Notice tone="info" boxed>
          {t(props.by === 'staff' ? 'askedDesk' : 'asked')}
        </Notice>
      )}
      {open && <Answers {...props} />}
    </>
  );
}

function Beside({ was, now }: { was: ShownSlice; now: ShownSlice | null }) {
  const t = useTexts('schedule-change');
  return (
    <div className="fc-beside">
      <section>
        <h3>{t('before')}</h3>
        <Direction slice={was} />
      </section>
      <section>
        <h3>{t('after')}</h3>
        {now ? <Direction slice={now} beside={was} /> : <p className="sc-none">{t('notFlown')}</p>}
      </section>
    </div>
  );
}

/** A direction; what differs from the one beside it is marked. `note`: what becomes of it. */
function Direction({ slice, beside, note }: { slice: ShownSlice; beside?: ShownSlice; note?: string }) {
  const t = useTexts('schedule-change');
  const mark = (differs: boolean) => (beside && differs ? 'sc-new' : undefined);
  return (
    <p className="sc-way">
      <b className={mark(slice.departs.slice(0, 10) !== beside?.departs.slice(0, 10))}>
        <DateText date={slice.departs} form="day" />
      </b>{' '}
      <span className="num">
        <span className={mark(slice.departs !== beside?.departs)}>
          <LocalClock time={slice.departs} />
        </span>{' '}
        –{' '}
        <span className={mark(slice.arrives !== beside?.arrives)}>
          <LocalClock time={slice.arrives} plusDays={slice.dayShift} />
        </span>
      </span>
      <small className="muted">
        {t('route', { from: slice.from, to: slice.to })} ·{' '}
        <span className={mark(slice.flights !== beside?.flights)}>
          <bdi>{slice.flights}</bdi>
        </span>{' '}
        · {slice.stops === 0 ? t('direct') : t('stops', { count: slice.stops })}
      </small>
      {note && <small>{note}</small>}
    </p>
  );
}

function Hidden({ page }: { page: OpenedSchedule }) {
  return (
    <>
      <input type="hidden" name="schedule" value={page.schedule!.id} />
      <input type="hidden" name="version" value={page.version} />
    </>
  );
}

/** Staff answer for a traveller who said so; how they said it is written down. */
function Reason({ by, typed, refused }: Pick<ScheduleViewProps, 'by' | 'typed' | 'refused'>) {
  const t = useTexts('schedule-change');
  if (by !== 'staff') return null;
  return (
    <TextField
      name="reason"
      label={t('reason')}
      defaultValue={typed ?? ''}
      maxLength={500}
      error={refused === 'reason-missing' ? t('refused.reason-missing') : undefined}
      required
    />
  );
}

function Answers(props: ScheduleViewProps & { schedule: Shown }) {
  const { page, here, record, by, schedule, formKey } = props;
  const t = useTexts('schedule-change');
  const language = useLanguage();
  const busy = useNavigation().state !== 'idle';
  return (
    <>
      {schedule.acceptable && (
        <OrderBlock title={t(schedule.numberOnly ? 'number.title' : 'acceptTitle')} id="accept">
          <p>{t('acceptText')}</p>
          <Form method="post" action={here} className="sc-form">
            <Hidden page={page} />
            <Reason {...props} />
            <Button look="go" name="intent" value="accept" busy={busy && t('busy')}>
              {t(schedule.numberOnly ? 'number.accept' : 'accept')}
            </Button>
          </Form>
        </OrderBlock>
      )}
      <OrderBlock title={t('insteadTitle')} id="choose">
        {page.days ? <Instead {...props} /> : <p>{t('insteadBegun')}</p>}
      </OrderBlock>
      <OrderBlock title={t('refundTitle')} id="refund">
        <p>{t(schedule.refundable ? 'refundText' : 'refundByRules', { amount: formatMoney(page.total, language) })}</p>
        {by === 'customer' ? (
          <Form method="post" action={`/checkout/${page.reference}`} className="sc-form">
            <input type="hidden" name="key" value={`${formKey}-cancel`} />
            <input type="hidden" name="version" value={page.version} />
            <Button name="intent" value="ask-cancel" icon="refund">
              {t('refund')}
            </Button>
          </Form>
        ) : (
          <p>
            <Link className="link" to={record}>
              {t('refundAtRecord')}
            </Link>
          </p>
        )}
      </OrderBlock>
    </>
  );
}

function Instead(props: ScheduleViewProps & { schedule: Shown }) {
  const { page, here, schedule } = props;
  const t = useTexts('schedule-change');
  const busy = useNavigation().state !== 'idle';
  const days = page.days!;
  const both = days.either && !days.keeps;
  return (
    <>
      <p>{t('insteadText')}</p>
      {days.keeps && (
        <div className="sc-keeps">
          <h3>{t('keepTitle')}</h3>
          {schedule.now.map((slice, at) => slice && <Direction key={at} slice={slice} />)}
          <p className="small muted">{t('keepText')}</p>
        </div>
      )}
      {days.either && (
        <p>
          <Link className="link" to={`${here}${days.keeps ? '?both=1' : ''}#choose`} preventScrollReset>
            {t(days.keeps ? 'chooseAll' : 'chooseLost')}
          </Link>
        </p>
      )}
      <Form method="get" action={here} className="fc-dates" preventScrollReset key={String(both)}>
        {both && <input type="hidden" name="both" value="1" />}
        {days.positions.map((position, at) => (
          <TextField
            key={position}
            name={`date${at}`}
            type="date"
            label={t('dateOf', { from: schedule.was[position]!.from, to: schedule.was[position]!.to })}
            defaultValue={days.dates[at]}
            min={days.limits[at]!.first}
            max={days.limits[at]!.last}
            error={days.wrong && at === days.positions.length - 1 ? t('wrongDates') : undefined}
            required
          />
        ))}
        <Button>{t('see')}</Button>
      </Form>
      {days.wanted ? (
        <div id="options" className="sc-wanted">
          <h3>{t(days.keeps ? 'journeyTitle' : 'wantedTitle')}</h3>
          {days.wanted.slices.map((slice, at) => (
            <Direction key={at} slice={slice} note={days.keeps ? t(slice.stays ? 'stays' : 'fresh') : undefined} />
          ))}
          <p className="small muted">{t('wantedText')}</p>
          <Form method="post" action={here} className="sc-form">
            <Hidden page={page} />
            <input type="hidden" name="offer" value={days.wanted.offerId} />
            <Reason {...props} />
            <Button look="go" name="intent" value="instead" busy={busy && t('busy')}>
              {t('takeThese')}
            </Button>
          </Form>
        </div>
      ) : (
        days.options && <Options page={page} here={here} days={days} options={days.options} />
      )}
    </>
  );
}

type Days = NonNullable<OpenedSchedule['days']>;

function Options({ page, here, days, options }: { page: OpenedSchedule; here: string; days: Days; options: NonNullable<Days['options']> }) {
  const t = useTexts('schedule-change');
  const slice = page.schedule!.was[days.positions[options.at]!]!;
  const address = (key: string, offerId: string | null) => {
    const query = new URLSearchParams(days.either && !days.keeps ? { both: '1' } : {});
    for (const [at, date] of days.dates.entries()) query.set(`date${at}`, date);
    for (const one of [...days.chosen, key]) query.append('chosen', one);
    if (offerId !== null) query.set('offer', offerId);
    return `${here}?${query}#options`;
  };
  if (options.list.length === 0) return <p id="options">{t(options.silent ? 'silent' : 'noneFound')}</p>;
  return (
    <div id="options">
      <h3>{t('optionsOf', { from: slice.from, to: slice.to })}</h3>
      <ul className="sc-options">
        {options.list.map((option) => (
          <li key={option.key}>
            <Direction slice={option.slice} />
            <ButtonLink to={address(option.key, option.offerId)}>{t('choose')}</ButtonLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
