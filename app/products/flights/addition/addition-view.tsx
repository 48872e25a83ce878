import { useState } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { DubaiDeadline, OrderBlock } from '#app/commerce/orders/pages/order-parts.tsx';
import { Button } from '#app/ui/button.tsx';
import { DateText, LocalClock } from '#app/ui/date-text.tsx';
import { Checkbox } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { comma, formatMoney } from '#app/ui/number-format.ts';
import { MoneyList } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { WayBack } from '#app/ui/way-back.tsx';
import { BagField, CoverChoice, FastTrackChoice, MealField, useMealWords } from '../booking/extra-choices.tsx';
import { ExtraSection } from '../booking/extra-section.tsx';
import { SeatGrid, SeatList, useSeatWords } from '../booking/seat-grid.tsx';
import { SeatLegend } from '../booking/seat-party.tsx';
import type { SeatView } from '../seats/seat-view.ts';
import type { OpenedAddition } from './open-addition.server.ts';
import './addition.css';

interface AdditionViewProps {
  readonly page: OpenedAddition;
  /** Its own address, and where the order stands. */
  readonly here: string;
  readonly record: string;
  readonly by: 'customer' | 'staff';
  readonly refused: string | null;
  /** The seat that was refused. */
  readonly refusedSeat: string | null;
  readonly sent: boolean;
}

/** Seats, bags, meals and the rest for flights that have their tickets. The same for the traveller and for staff. */
export function AdditionView(props: AdditionViewProps) {
  const { page, refused, refusedSeat, sent, record, by } = props;
  const t = useTexts('add-extras');
  const booking = useTexts('booking');
  const why = refused?.startsWith('seat-')
    ? booking('seats.refused', { seat: refusedSeat ?? '–', why: booking(`problems.${refused}`, { defaultValue: t('refused.seat') }) })
    : refused && t([`refused.${refused}`, 'refused.not-possible']);
  return (
    <div className="add">
      {why && (
        <Notice tone="danger" boxed live>
          {why}
        </Notice>
      )}
      {sent && (
        <Notice tone="ok" boxed live>
          {t('sent')}
        </Notice>
      )}
      {page.closed && (
        <Notice tone="info" boxed>
          {t(`closed.${page.closed}`)}
        </Notice>
      )}
      {!page.choice && page.failed && (
        <Notice tone="warn" boxed>
          {t('failed')}
        </Notice>
      )}
      {page.choice && <Choice {...props} choice={page.choice} />}
      <OrderBlock title={t('seatsTitle')} id="seats">
        <Seats {...props} />
      </OrderBlock>
      {page.seat && <Cabin {...props} seat={page.seat} />}
      <More {...props} />
      <WayBack to={record}>{t(by === 'staff' ? 'backToRecord' : 'back')}</WayBack>
    </div>
  );
}

type Choosing = AdditionViewProps & { readonly choice: NonNullable<OpenedAddition['choice']> };

/** What is chosen, what it costs together and until when it is kept; paid, let go or sent from here. */
function Choice({ page, here, by, choice }: Choosing) {
  const t = useTexts('add-extras');
  const booking = useTexts('booking');
  const language = useLanguage();
  const busy = useNavigation().state !== 'idle';
  const nameOf = (traveller: number) => page.travellers[traveller]?.name ?? '';
  const free = choice.difference.amount === 0;
  return (
    <OrderBlock title={t('choiceTitle')} id="choice">
      <MoneyList
        groups={[
          {
            lines: [
              ...choice.lines.map((line) => ({
                label: line.words,
                note: line.instead ? t('instead', { name: nameOf(line.traveller), seat: line.instead }) : nameOf(line.traveller),
                value: line.amount.amount === 0 ? null : line.amount,
                words: t(line.instead ? 'nothingMore' : 'free'),
              })),
              ...choice.meals.map((line) => ({
                label: `${booking(`meals.${line.meal}`)}${comma(language)}${line.flight}`,
                note: nameOf(line.traveller),
                value: null,
                words: t('free'),
              })),
              ...(choice.rest ? [{ label: t('rest'), value: choice.rest, words: '' }] : []),
            ],
          },
        ]}
        total={{ label: t('toPay'), value: choice.difference }}
      />
      {choice.lines.some(({ instead }) => instead !== null) && <Notice tone="info">{t('swapTerms')}</Notice>}
      {choice.paid ? (
        <Notice tone="info">{t('deciding')}</Notice>
      ) : choice.over ? (
        <Notice tone="warn" boxed>
          {t('refused.quote-over')}
        </Notice>
      ) : (
        <>
          <p className="small muted">
            {t('until')} <DubaiDeadline at={choice.expiresAt} />. {t('untilNote')}
          </p>
          <div className="add-ways">
            <Form method="post" action={here}>
              <input type="hidden" name="number" value={choice.number} />
              <input type="hidden" name="seen" value={choice.seen} />
              {free ? (
                <Button look="go" name="intent" value="take" busy={busy && t('busy')}>
                  {t(choice.swapOnly ? 'takeSwap' : 'take')}
                </Button>
              ) : by === 'staff' ? (
                <Button icon="mail" name="intent" value="send" busy={busy && t('busy')}>
                  {t('sendToTraveller')}
                </Button>
              ) : (
                <Button look="go" icon="lock" name="intent" value="pay" busy={busy && t('busy')}>
                  {t('pay', { amount: formatMoney(choice.difference, language) })}
                </Button>
              )}
            </Form>
            <Form method="post" action={here}>
              <input type="hidden" name="number" value={choice.number} />
              <Button look="quiet" name="intent" value="drop">
                {t('drop')}
              </Button>
            </Form>
          </div>
        </>
      )}
    </OrderBlock>
  );
}

/** Every flight with its travellers: the seat they have, the one that is chosen, or where one is chosen. */
function Seats({ page, here }: AdditionViewProps) {
  const language = useLanguage();
  const t = useTexts('add-extras');
  const name = (traveller: number) => page.travellers[traveller]!.name;
  return (
    <>
      {page.segments.map((segment) => (
        <section key={segment.index} className="add-flight">
          <h3>
            {t('route', { from: segment.from, to: segment.to })} <bdi className="muted small">{segment.flight}</bdi>
          </h3>
          <p className="muted small">
            <DateText date={segment.departs} form="day" /> · <LocalClock time={segment.departs} />
            {!segment.open && !page.closed && <> · {t('tooLateHere')}</>}
          </p>
          <ul className="add-rows">
            {segment.seats.map((seat) => (
              <li key={seat.traveller}>
                <span>{name(seat.traveller)}</span>
                {seat.chosen ? (
                  <span>
                    <b>
                      <bdi>{seat.chosen}</bdi>
                    </b>{' '}
                    <small className="muted">{seat.bought ? t('chosenInstead', { seat: seat.bought }) : t('chosen')}</small>
                  </span>
                ) : seat.bought ? (
                  <span>
                    <b>
                      <bdi>{seat.bought}</bdi>
                    </b>{' '}
                    <small className="muted">{seat.state ?? t('noCharge')}</small>
                  </span>
                ) : (
                  <span className="muted small">{t('noSeat')}</span>
                )}
                {seat.forSale && (
                  <Link className="link" to={`${here}?segment=${segment.index}&traveller=${seat.traveller}#cabin`}>
                    {t(seat.chosen ? 'otherSeat' : seat.bought ? 'changeSeat' : 'chooseSeat')}
                    <span className="sr-only">
                      {' '}
                      {name(seat.traveller)}
                      {comma(language)}
                      {segment.flight}
                    </span>
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** The cabin of one flight for one traveller; one press keeps the seat that is marked. */
function Cabin({ page, here, seat }: AdditionViewProps & { readonly seat: NonNullable<OpenedAddition['seat']> }) {
  const t = useTexts('add-extras');
  const booking = useTexts('booking');
  const words = useSeatWords();
  const language = useLanguage();
  const [focused, setFocused] = useState<SeatView | null>(null);
  const busy = useNavigation().state === 'submitting';
  const segment = page.segments[seat.at]!;
  const who = page.travellers[seat.traveller]!;
  const { cabin } = seat;
  const has = seat.chosen ?? seat.held?.designator ?? null;
  const address = (more: string) => `${here}?segment=${seat.at}&traveller=${seat.traveller}${more}#cabin`;
  return (
    <OrderBlock title={t('cabinTitle', { name: who.name, flight: segment.flight })} id="cabin">
      {seat.held && (
        <Notice tone="info" boxed>
          {seat.held.paid
            ? t('swapPaid', { seat: seat.held.designator, amount: formatMoney(seat.held.paid, language) })
            : t('swapFree', { seat: seat.held.designator })}{' '}
          {t('swapTerms')}
        </Notice>
      )}
      {cabin ? (
        <div className="add-cabin">
          <div>
            <SeatLegend kinds={cabin.kinds} initials={who.initials} />
            <details className="seats__rules">
              <summary>{booking('seats.rulesTitle')}</summary>
              <ul>
                {(['exit', 'bassinet', 'child', 'aircraft'] as const).map((rule) => (
                  <li key={rule}>{booking(`seats.rules.${rule}`)}</li>
                ))}
              </ul>
            </details>
            {!seat.own && <p className="small muted">{t('freeAtCheckIn', { airline: segment.airline })}</p>}
          </div>
          <Form method="post" action={here} className="seats__map">
            <input type="hidden" name="segment" value={seat.at} />
            <input type="hidden" name="traveller" value={seat.traveller} />
            <p className="seats__tools">
              <Link className="link small" to={address(seat.asList ? '' : '&view=list')} preventScrollReset>
                {booking(seat.asList ? 'seats.asMap' : 'seats.asList')}
              </Link>
              <span className="muted small">{booking('seats.keys')}</span>
            </p>
            <output className="seats__now">
              <b>{booking('seats.for', { name: who.name })}</b>{' '}
              <span>{focused ? words(focused) : has ? booking('seats.has', { seat: has }) : booking('seats.hasNone')}</span>
            </output>
            {cabin.kinds.some(({ kind }) => kind === 'exit') && who.type === 'adult' && (
              <Checkbox name="exit" label={booking('seats.declare')} hint={booking('seats.declareHint')} />
            )}
            {seat.asList ? (
              <SeatList cabin={cabin} traveller={seat.traveller} />
            ) : (
              <SeatGrid
                key={`${seat.at}.${seat.traveller}`}
                cabin={cabin}
                traveller={seat.traveller}
                initials={page.travellers.map(({ initials }) => initials)}
                onFocusSeat={setFocused}
              />
            )}
            <p className="add-ways">
              <Button look="go" name="intent" value="seat" busy={busy && t('busy')}>
                {t('keepSeat')}
              </Button>
              {seat.chosen && (
                <Button look="quiet" name="intent" value="unseat">
                  {seat.held ? t('keepOld', { seat: seat.held.designator }) : booking('seats.clear')}
                </Button>
              )}
            </p>
          </Form>
        </div>
      ) : (
        <Notice tone="info" boxed title={booking('seats.noMapTitle')}>
          {booking('seats.noMap', { airline: segment.airline })}
        </Notice>
      )}
    </OrderBlock>
  );
}

/** Bags, meals, the fast lane and the cover in one form. */
function More({ page, here }: AdditionViewProps) {
  const language = useLanguage();
  const t = useTexts('add-extras');
  const booking = useTexts('booking');
  const mealWords = useMealWords();
  const busy = useNavigation().state === 'submitting';
  const { directions, segments, travellers, fastTrack, insurance } = page;
  const name = (traveller: number) => travellers[traveller]!.name;
  const forSale =
    directions.some(({ bags }) => bags.some(({ left }) => left > 0)) ||
    segments.some(({ meals }) => meals.some((meal) => meal.forSale)) ||
    fastTrack.forSale ||
    insurance.forSale;
  const has = (words: string, state: string | null) => (
    <>
      {words} <small className="muted">{state ?? t('noCharge')}</small>
    </>
  );
  const hasBags = ({ pieces, states }: { readonly pieces: number; readonly states: readonly string[] }) =>
    has(t('bags', { count: pieces }), states.length > 0 ? states.join(' · ') : null);
  return (
    <Form method="post" action={here} id="more" className="add-more" key={page.choice?.number ?? 0}>
      <ExtraSection icon="bag" title={booking('extras.bagsTitle')} terms={booking('extras.bagsTerms')}>
        {directions.map((direction, index) => (
          <div className="extra__group" key={index}>
            <h3>{t('route', { from: direction.from, to: direction.to })}</h3>
            {!direction.open && !page.closed && <p className="small muted">{t('tooLateHere')}</p>}
            <div className="extra__rows">
              {direction.bags.map((bag) =>
                bag.left > 0 ? (
                  <BagField
                    key={bag.key}
                    code={bag.key}
                    name={name(bag.traveller)}
                    hint={bag.pieces > 0 ? hasBags(bag) : undefined}
                    none={bag.pieces > 0 ? t('noMoreBags') : booking('extras.noBag')}
                    choices={direction.choices.slice(0, bag.left)}
                    chosen={bag.chosen}
                    words={(facts) => (bag.pieces > 0 ? t('moreBags', facts) : booking('extras.bagChoice', facts))}
                  />
                ) : (
                  <Bought key={bag.key} name={name(bag.traveller)}>
                    {bag.pieces > 0 ? hasBags(bag) : booking('extras.noBag')}
                  </Bought>
                ),
              )}
            </div>
          </div>
        ))}
      </ExtraSection>
      <ExtraSection icon="meal" title={booking('extras.mealsTitle')} terms={booking('extras.mealsTerms')}>
        {segments.map((segment) => (
          <div className="extra__group" key={segment.index}>
            <h3>
              {t('route', { from: segment.from, to: segment.to })} <bdi className="muted small">{segment.flight}</bdi>
            </h3>
            <p className="small muted">
              {mealWords.service(segment)}
              {!segment.open && !page.closed && <> {t('tooLateHere')}</>}
            </p>
            {segment.service !== 'none' && (
              <div className="extra__rows">
                {segment.meals.map((meal) =>
                  meal.forSale ? (
                    <MealField
                      key={meal.key}
                      code={meal.key}
                      name={name(meal.traveller)}
                      service={segment.service}
                      codes={meal.codes}
                      chosen={meal.chosen}
                    />
                  ) : (
                    <Bought key={meal.key} name={name(meal.traveller)}>
                      {meal.bought ? has(booking(`meals.${meal.bought}`), meal.state) : mealWords.usual(segment.service)}
                    </Bought>
                  ),
                )}
              </div>
            )}
          </div>
        ))}
      </ExtraSection>
      {(fastTrack.bought || fastTrack.forSale) && (
        <ExtraSection icon="fast-track" title={booking('extras.fastTitle')} terms={booking('extras.fastTerms')}>
          {fastTrack.forSale ? (
            <FastTrackChoice offered={fastTrack.offered} chosen={fastTrack.chosen} />
          ) : (
            <p>{t('fastBought', { places: fastTrack.offered.map(({ city }) => city).join(comma(language)) })}</p>
          )}
        </ExtraSection>
      )}
      {/* Where somebody lives is asked before the tickets are written; after that it is not. */}
      {(insurance.bought || insurance.forSale || (insurance.refusal && insurance.refusal !== 'insurance-residence-unknown')) && (
        <ExtraSection icon="insurance" title={booking('extras.coverTitle')} terms={booking('extras.coverTerms')}>
          {insurance.forSale ? (
            <CoverChoice each={insurance.each} chosen={insurance.chosen} />
          ) : (
            <p>{insurance.bought ? t('coverBought') : booking(`problems.${insurance.refusal}`)}</p>
          )}
        </ExtraSection>
      )}
      {forSale && (
        <p className="add-ways">
          <Button look={page.choice ? 'line' : 'go'} name="intent" value="choose" busy={busy && t('busy')}>
            {t('choose')}
          </Button>
          <span className="small muted">{t('chooseNote')}</span>
        </p>
      )}
    </Form>
  );
}

function Bought({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <p className="add-bought">
      <b>{name}</b>
      <span>{children}</span>
    </p>
  );
}
