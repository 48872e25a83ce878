import { useState } from 'react';
import { useNavigation } from 'react-router';
import { DubaiDeadline, OrderBlock } from '#app/commerce/orders/pages/order-parts.tsx';
import { Button } from '#app/ui/button.tsx';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Checkbox, SelectField, TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { comma, formatDate, formatMoney, formatWords } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { WayBack } from '#app/ui/way-back.tsx';
import { decimalString } from '#app/values/money.ts';
import { titles } from '../booking/booking-draft.ts';
import type { NameField } from './name-form.ts';
import type { OpenedNames } from './open-names.server.ts';
import type { DeskAgain, NameAgain, NameLook } from './press-names.server.ts';
import '../change/change.css';
import './names.css';

interface NamesViewProps {
  readonly page: OpenedNames;
  /** Its own address, and where the order stands. */
  readonly here: string;
  readonly record: string;
  readonly by: 'customer' | 'staff';
  readonly refused: string | null;
  readonly did: string | null;
  /** After a press that was not the last one. */
  readonly again: NameAgain | null;
  readonly desk: DeskAgain | null;
}

/** Names on an order that are to be written otherwise. The same for the traveller and for staff. */
export function NamesView(props: NamesViewProps) {
  const { page, refused, did, record, by, again } = props;
  const t = useTexts('name-correction');
  const saidOnce = again?.refused ?? props.desk?.refused ?? refused;
  return (
    <div className="fc nc">
      {saidOnce && (
        <Notice tone="danger" boxed live>
          {t([...(by === 'staff' ? [`refused.desk-${saidOnce}`] : []), `refused.${saidOnce}`, 'refused.not-possible'])}
        </Notice>
      )}
      {did && !saidOnce && (
        <Notice tone="ok" boxed live>
          {t([`did.${by}.${did}`, 'did.other'])}
        </Notice>
      )}
      {page.corrections.map((correction) => (
        <CorrectionBlock key={correction.id} {...props} correction={correction} />
      ))}
      <OrderBlock title={t('askTitle')} id="ask">
        {page.closed ? (
          <Notice tone="info" boxed>
            {t(`closed.${page.closed}`)}
          </Notice>
        ) : (
          <AskFor {...props} />
        )}
      </OrderBlock>
      <WayBack to={record}>{t(by === 'staff' ? 'backToRecord' : 'back')}</WayBack>
    </div>
  );
}

/** A name as it stands and as it is to stand. */
function Beside({ was, wanted, done = false }: { was: string; wanted: string; done?: boolean }) {
  const t = useTexts('name-correction');
  return (
    <div className="fc-beside">
      <section>
        <h3>{t(done ? 'before' : 'now')}</h3>
        <p className="nc-name">
          <bdi dir="ltr">{was}</bdi>
        </p>
      </section>
      <section>
        <h3>{t(done ? 'now' : 'then')}</h3>
        <p className="nc-name">
          <bdi dir="ltr">{wanted}</bdi>
        </p>
      </section>
    </div>
  );
}

/** Whoever bought lately can still have everything back, and cannot once a ticket is exchanged. */
function VoidLost({ until }: { until: string }) {
  const t = useTexts('name-correction');
  return (
    <Notice tone="warn" boxed>
      {t('voidLost')} <DubaiDeadline at={until} />. {t('voidAfter')}
    </Notice>
  );
}

type Correction = OpenedNames['corrections'][number];

function CorrectionBlock(props: NamesViewProps & { correction: Correction }) {
  const { correction, by, here, page } = props;
  const t = useTexts('name-correction');
  const language = useLanguage();
  const { status, fee } = correction;
  const open = status === 'asked' || status === 'offered';
  const offered = correction.airlines.some(({ standing }) => standing === 'left')
    ? fee && fee.amount > 0
      ? 'offeredPart'
      : 'offeredFree'
    : status;
  const stands = correction.part
    ? 'part'
    : correction.gone
      ? 'gone'
      : correction.unheard
        ? 'unheard'
        : status === 'offered'
          ? offered
          : status;
  return (
    <OrderBlock title={t(`state.${status}`)}>
      <Beside was={correction.was} wanted={correction.wanted} done={status === 'done'} />
      <p>
        {t(`kind.${correction.kind}`, { n: correction.letters })} {t(`told.${by}.${stands}`)}
      </p>
      {correction.half && <p>{t('half')}</p>}
      <Airlines {...props} />
      {correction.returned && <p>{t('returned', { fee: formatMoney(correction.returned, language) })}</p>}
      {correction.reason && (
        <p>
          {t('reason')} <q>{correction.reason}</q>
        </p>
      )}
      {by === 'staff' && correction.why && status === 'asked' && correction.airlines.every(({ why }) => why === null) && (
        <p>{t('why', { why: t(`whys.${correction.why}`, { defaultValue: correction.why }) })}</p>
      )}
      {open && correction.wantsDocument && !correction.documentSeen && by === 'customer' && <p>{t('document')}</p>}
      {open && page.voidUntil && !correction.half && <VoidLost until={page.voidUntil} />}
      {open && fee && fee.amount > 0 && !correction.second && <p>{t('feeIs', { fee: formatMoney(fee, language) })}</p>}
      {status === 'offered' && correction.offerEndsAt && (
        <p className="small muted">
          {t('until')} <DubaiDeadline at={correction.offerEndsAt} />
        </p>
      )}
      {status === 'offered' && by === 'customer' && fee && !correction.over && (
        <DeskForm method="post" action={here} className="order-actions">
          <input type="hidden" name="correction" value={correction.id} />
          <input type="hidden" name="seen" value={fee.amount} />
          <Button look="go" {...(fee.amount > 0 ? { icon: 'lock' } : {})} name="intent" value="agree">
            {fee.amount > 0 ? t('agree', { fee: formatMoney(fee, language) }) : t('agreeFree')}
          </Button>
        </DeskForm>
      )}
      {correction.pays && <Paying {...props} pays={correction.pays} />}
      {correction.second ? (
        <SecondPerson {...props} second={correction.second} />
      ) : (
        status === 'asked' && by === 'staff' && <DeskAnswer {...props} />
      )}
      {status === 'offered' && by === 'staff' && (
        <DeskForm method="post" action={here} className="order-actions">
          <input type="hidden" name="correction" value={correction.id} />
          <Button name="intent" value="reopen">
            {t('desk.reopen')}
          </Button>
        </DeskForm>
      )}
      {open && !correction.half && !correction.unsure && (
        <DeskForm method="post" action={here} className="order-actions">
          <input type="hidden" name="correction" value={correction.id} />
          <Button name="intent" value="withdraw">
            {t('withdraw')}
          </Button>
        </DeskForm>
      )}
      {correction.again.length > 0 && (
        <DeskForm method="post" action={here} className="order-actions">
          <input type="hidden" name="correction" value={correction.id} />
          <Button name="intent" value="ask-rest">
            {t('askRest', { airlines: formatWords([...new Set(correction.again)], language) })}
          </Button>
        </DeskForm>
      )}
    </OrderBlock>
  );
}

/** How it stands with each airline of an order that several carry. */
function Airlines({ correction, by }: NamesViewProps & { correction: Correction }) {
  const t = useTexts('name-correction');
  const language = useLanguage();
  if (correction.airlines.length === 0) return null;
  return (
    <ul className="nc-airlines">
      {correction.airlines.map(({ position, airline, flights, standing, fee, why }) => (
        <li key={position} data-standing={standing}>
          <b>{airline}</b> <bdi>{flights.join(comma(language))}</bdi>
          <span>
            {t(`standing.${standing}`)}
            {fee && fee.amount > 0 && ['waits', 'writing', 'pays'].includes(standing) && (
              <> {t('takes', { fee: formatMoney(fee, language) })}</>
            )}
            {by === 'staff' && why && <> {t('why', { why: t(`whys.${why}`, { defaultValue: why }) })}</>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What a colleague wrote down that is less than the airline's rule names: somebody else agrees to it, or does not. */
function SecondPerson({
  here,
  correction,
  desk,
  second,
}: NamesViewProps & { correction: Correction; second: NonNullable<Correction['second']> }) {
  const t = useTexts('name-correction');
  const language = useLanguage();
  const again = desk?.correction === correction.id ? desk : null;
  const busy = useNavigation().state !== 'idle';
  const sent = (
    <>
      <input type="hidden" name="correction" value={correction.id} />
      <input type="hidden" name="seen" value={second.seen} />
    </>
  );
  return (
    <>
      <Notice tone="warn" boxed>
        {t('second.waits', { name: second.by, short: formatMoney(second.short, language) })}
      </Notice>
      <ul className="nc-airlines">
        {second.takes.map(({ airline, fee, rule }) => (
          <li key={airline}>
            <b>{airline}</b>
            <span>
              {rule
                ? t('second.line', { fee: formatMoney(fee, language), rule: formatMoney(rule, language) })
                : t('takes', { fee: formatMoney(fee, language) })}
            </span>
          </li>
        ))}
      </ul>
      {second.leftOut.length > 0 && (
        <p>
          <b>{formatWords(second.leftOut, language)}</b> {t('standing.left')}
        </p>
      )}
      <p>
        {t('second.reason')} <q>{second.reason}</q>
      </p>
      {second.own && (
        <DeskForm method="post" action={here} className="order-actions">
          {sent}
          <Button name="intent" value="fee-take-back">
            {t('second.takeBack')}
          </Button>
        </DeskForm>
      )}
      {second.mayDecide && (
        <DeskForm method="post" action={here} className="nc-desk">
          {sent}
          <TextField
            id={`answer-${correction.id}`}
            name="answer"
            label={t('second.answer')}
            hint={t('second.answerHint')}
            maxLength={500}
            defaultValue={again?.typed.answer ?? ''}
            error={again?.refused === 'fee-reason-missing' ? t('refused.fee-reason-missing') : undefined}
          />
          <span className="order-actions">
            <Button look="go" name="intent" value="fee-agree" busy={busy && t('busy')}>
              {t('second.agree')}
            </Button>
            <Button name="intent" value="fee-decline">
              {t('second.decline')}
            </Button>
          </span>
        </DeskForm>
      )}
      {!second.own && !second.mayDecide && <p className="small muted">{t('second.others')}</p>}
    </>
  );
}

function Paying({ here, by, pays }: NamesViewProps & { pays: NonNullable<Correction['pays']> }) {
  const t = useTexts('name-correction');
  const language = useLanguage();
  return (
    <>
      <p className="small muted">
        {t('payUntil')} <DubaiDeadline at={pays.until} />
      </p>
      <DeskForm method="post" action={here} className="order-actions">
        {by === 'customer' && (
          <Button look="go" icon="lock" name="intent" value="pay">
            {t('pay', { fee: formatMoney(pays.amount, language) })}
          </Button>
        )}
        <Button name="intent" value="stop">
          {t('stop')}
        </Button>
      </DeskForm>
    </>
  );
}

/** What the airline said, as a colleague passes it on: done for nothing, offered for its fee, or refused. */
function DeskAnswer({ here, page, correction, desk }: NamesViewProps & { correction: Correction }) {
  const t = useTexts('name-correction');
  const again = desk?.correction === correction.id ? desk : null;
  const busy = useNavigation().state !== 'idle';
  // Before there are tickets, and once some of them are written, nothing more is taken.
  const priced = !page.before && !correction.half;
  const asks = page.before ? [] : correction.asks;
  const several = asks.length > 1;
  const wrongFee = again && ['fee-missing', 'fee-unreadable'].includes(again.refused) ? t(`refused.${again.refused}`) : undefined;
  const id = (field: string) => `${field}-${correction.id}`;
  return (
    <>
      {!correction.backBegun && (
        <DeskForm method="post" action={here} className="nc-desk">
          <input type="hidden" name="correction" value={correction.id} />
          {asks.map(({ position, airline, rule }) => (
            <div key={position} className="nc-airline">
              {priced && (
                <TextField
                  id={id(`fee-${position}`)}
                  name={`fee-${position}`}
                  label={several ? t('desk.feeOf', { airline }) : t('desk.fee')}
                  hint={t(rule === null ? 'desk.feeHint' : 'desk.feeByRule')}
                  inputMode="decimal"
                  defaultValue={again?.typed.fees[position]?.fee ?? (rule ? decimalString(rule) : '')}
                  error={again?.typed.fees[position]?.no ? undefined : wrongFee}
                />
              )}
              {several && (
                <Checkbox
                  id={id(`no-${position}`)}
                  name={`no-${position}`}
                  label={t('desk.no', { airline })}
                  defaultChecked={again?.typed.fees[position]?.no ?? false}
                />
              )}
            </div>
          ))}
          {priced && asks.some(({ rule }) => rule !== null && rule.amount > 0) && (
            <TextField
              id={id('fee-reason')}
              name="fee-reason"
              label={t('desk.feeReason')}
              hint={t('desk.feeReasonHint')}
              maxLength={500}
              defaultValue={again?.typed.feeReason ?? ''}
              error={again?.refused === 'fee-reason-missing' ? t('refused.fee-reason-missing') : undefined}
            />
          )}
          {correction.wantsDocument && !correction.documentSeen && (
            <Checkbox
              id={id('seen-document')}
              name="seen-document"
              label={t('desk.documentSeen')}
              defaultChecked={again?.typed.documentSeen ?? false}
              error={again?.refused === 'document-unseen' ? t('refused.document-unseen') : undefined}
            />
          )}
          <p className="small muted">
            {t(page.before ? 'desk.effectBefore' : priced ? (several ? 'desk.effectSeveral' : 'desk.effectOpen') : 'desk.effectFree')}
          </p>
          <Button look="go" name="intent" value="answer" busy={busy && t('busy')}>
            {t(page.before ? 'desk.tell' : priced ? 'desk.answer' : 'desk.write')}
          </Button>
        </DeskForm>
      )}
      {correction.half && <p className="small muted">{t('desk.halfText')}</p>}
      <DeskForm method="post" action={here} className="nc-desk">
        <input type="hidden" name="correction" value={correction.id} />
        {correction.unsure && <p className="small muted">{t('desk.putBackText')}</p>}
        <TextField
          id={id('reason')}
          name="reason"
          label={t('desk.reason')}
          maxLength={500}
          defaultValue={again?.typed.reason ?? ''}
          error={again?.refused === 'reason-missing' ? t('refused.reason-missing') : undefined}
          required
        />
        <Button name="intent" value={correction.unsure ? 'put-back' : correction.half ? 'leave-rest' : 'refuse'}>
          {t(correction.unsure ? 'desk.putBack' : correction.half ? 'desk.leaveRest' : 'desk.refuse')}
        </Button>
      </DeskForm>
    </>
  );
}

function AskFor(props: NamesViewProps) {
  const { page, here, again, by } = props;
  const t = useTexts('name-correction');
  const booking = useTexts('booking');
  const language = useLanguage();
  const busy = useNavigation().state !== 'idle';
  const open = page.travellers.filter(({ asked }) => !asked);
  const [picked, setPicked] = useState(again?.typed.traveller ?? '');
  // Whoever was picked may have been asked for meanwhile.
  const traveller = open.find(({ position }) => String(position) === picked) ?? open[0];
  if (!traveller) return <p>{t('allAsked')}</p>;
  const chosen = String(traveller.position);
  const typed = again?.typed ?? {
    traveller: chosen,
    title: traveller.title,
    given: traveller.given,
    surname: traveller.surname,
    single: traveller.single ? 'on' : '',
  };
  const sentences = (again?.problems ?? []).map(({ field, problem, suggestion }) => ({
    field,
    message: problem === 'traveller-missing' ? t('travellerMissing') : booking(`problems.${problem}`, { suggestion }),
  }));
  const error = (field: NameField) => sentences.find((one) => one.field === field)?.message;
  if (again?.look) return <Look {...props} look={again.look} typed={typed} />;
  return (
    <>
      <p>{t(page.before ? 'askBefore' : by === 'staff' ? 'askDesk' : 'askText')}</p>
      {!page.before && (
        <ul className="nc-rules">
          {page.airlines.map(({ code, name, correction, source, checked }) => (
            <li key={code}>
              {correction
                ? t(`rule.${correction.freeLetters > 0 ? 'letters' : correction.once ? 'once' : 'fee'}`, {
                    airline: name,
                    letters: correction.freeLetters,
                    fee: formatMoney(correction.fee, language),
                  })
                : t('rule.unknown', { airline: name })}{' '}
              {by === 'staff' && correction && source && checked && (
                <span className="muted small">{t('rule.source', { source, date: formatDate(checked, language) })}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {page.closes && !page.before && (
        <p className="small muted">
          {t('closes')} <DubaiDeadline at={page.closes} />
        </p>
      )}
      <ErrorSummary faults={sentences} />
      <DeskForm method="post" action={`${here}#ask`} className="nc-form">
        <SelectField
          name="traveller"
          label={t('whose')}
          defaultValue={chosen}
          onChange={(event) => setPicked(event.currentTarget.value)}
          error={error('traveller')}
        >
          {open.map(({ position, name }) => (
            <option key={position} value={position}>
              {name}
            </option>
          ))}
        </SelectField>
        <div key={chosen} className="nc-form">
          <SelectField name="title" label={booking('fields.title')} defaultValue={fieldOf('title')} error={error('title')}>
            {titles.map((title) => (
              <option key={title} value={title}>
                {booking(`titles.${title}`)}
              </option>
            ))}
          </SelectField>
          <TextField
            name="given"
            label={booking('fields.given')}
            defaultValue={fieldOf('given')}
            error={error('given')}
            maxLength={120}
            autoComplete="off"
            spellCheck={false}
          />
          <TextField
            name="surname"
            label={booking('fields.surname')}
            defaultValue={fieldOf('surname')}
            error={error('surname')}
            maxLength={120}
            autoComplete="off"
            spellCheck={false}
          />
          <Checkbox name="single" label={booking('fields.single')} defaultChecked={fieldOf('single') === 'on'} />
        </div>
        <Button name="intent" value="look" busy={busy && t('busy')}>
          {t('look')}
        </Button>
      </DeskForm>
    </>
  );

  /** What was typed stays; another traveller has their own name in the fields. */
  function fieldOf(field: 'title' | 'given' | 'surname' | 'single'): string {
    if (typed.traveller === chosen) return typed[field];
    return field === 'single' ? (traveller!.single ? 'on' : '') : traveller![field];
  }
}

/** Old and new beside each other, with what it costs, before it is asked for. */
function Look({ here, look, typed, by }: NamesViewProps & { look: NameLook; typed: NameAgain['typed'] }) {
  const t = useTexts('name-correction');
  const language = useLanguage();
  const busy = useNavigation().state !== 'idle';
  const cost =
    look.fee === null
      ? t('cost.unknown')
      : look.fee.amount === 0
        ? t('cost.free')
        : t('cost.fee', { fee: formatMoney(look.fee, language) });
  return (
    <>
      <Beside was={look.was} wanted={look.wanted} />
      <p>{t(`kind.${look.kind}`, { n: look.letters })}</p>
      <p>{look.before ? t('cost.before') : cost}</p>
      {look.voidUntil && <VoidLost until={look.voidUntil} />}
      {look.wantsDocument && <p>{t(look.before ? 'paperFirst' : 'document')}</p>}
      <DeskForm method="post" action={`${here}#ask`} className="order-actions">
        {Object.entries(typed).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {by === 'staff' && look.before && look.wantsDocument && (
          <Checkbox id="seen-document" name="seen-document" label={t('desk.documentSeen')} />
        )}
        <Button look="go" name="intent" value="ask" busy={busy && t('busy')}>
          {t(look.before ? 'putRight' : by === 'staff' ? 'askForThem' : 'ask')}
        </Button>
        <Button look="quiet" name="intent" value="edit">
          {t('other')}
        </Button>
      </DeskForm>
    </>
  );
}
