import { DateText, LocalClock } from '#app/ui/date-text.tsx';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import { Tag } from '#app/ui/notice.tsx';
import { comma, formatDate, formatMoney } from '#app/ui/number-format.ts';
import { sayArrival } from '#app/ui/say-arrival.ts';
import { sayBefore } from '#app/ui/say-before.ts';
import { TailFin } from '#app/ui/tail-fin.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type {
  DescribedBag,
  DescribedChange,
  DescribedContract,
  DescribedLayover,
  DescribedRule,
  DescribedSegment,
  DescribedSlice,
  DescribedTerms,
  DescribedTraveller,
} from '../order-description.ts';
import './order-parts.css';

/** Every flight with its local times, the change between them, and the chosen seats. */
export function Journey({ slices }: { slices: readonly DescribedSlice[] }) {
  const language = useLanguage();
  const t = useTexts('orders');
  return (
    <ol className="order-journey">
      {slices.map((slice, index) => (
        <li key={index}>
          {slices.length > 1 && (
            <h3 className="order-journey__way">
              {t('journey.route', { from: slice.from, to: slice.to })}
              <small>
                {slice.stops === 0 ? t('journey.direct') : t('journey.stops', { count: slice.stops })} ·{' '}
                <Duration minutes={slice.minutes} />
              </small>
            </h3>
          )}
          <ol>
            {slice.segments.map((segment) => (
              <li key={segment.flight + segment.from.local}>
                {segment.layover && <LayoverLine layover={segment.layover} place={segment.from.city} departsFrom={segment.from.code} />}
                <div className="order-flight">
                  <TailFin code={segment.airlineCode} />
                  <p className="order-flight__day">
                    <b>
                      <DateText date={segment.from.local} form="day" />
                    </b>
                    <small>
                      <bdi>{segment.flight}</bdi>
                    </small>
                  </p>
                  <p className="order-flight__route">
                    <span className="order-flight__times num">
                      <LocalClock time={segment.from.local} /> {t('journey.to')}{' '}
                      <LocalClock time={segment.to.local} plusDays={daysBetween(segment.from.local, segment.to.local)} />
                    </span>
                    <small>
                      <bdi>{segment.from.code}</bdi>
                      {segment.from.terminal && <> {t('journey.terminal', { terminal: segment.from.terminal })}</>} {t('journey.to')}{' '}
                      <bdi>{segment.to.code}</bdi>
                      {segment.to.terminal && <> {t('journey.terminal', { terminal: segment.to.terminal })}</>}
                      {' · '}
                      {segment.seats.length > 0
                        ? t('journey.seats', { count: segment.seats.length, seats: segment.seats.join(comma(language)) })
                        : t('journey.seatsLater')}
                    </small>
                    {segment.operator && <small>{t('journey.operatedBy', { airline: segment.operator })}</small>}
                    {segment.changed && <ChangedLine segment={segment} changed={segment.changed} />}
                  </p>
                  <p className="order-flight__more small muted">
                    {t(`cabins.${segment.cabin}`)} · <Duration minutes={segment.minutes} />
                  </p>
                </div>
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

/** That the airline changed a flight, and what it was before: whatever is answered, it flies as it stands above. */
function ChangedLine({ segment: { from, to }, changed }: { segment: DescribedSegment; changed: DescribedChange }) {
  const t = useTexts('orders');
  const language = useLanguage();
  const before = [
    ...(changed.flight ? [t('journey.changed.number', { flight: changed.flight })] : []),
    ...(changed.from || changed.to
      ? [
          t('journey.changed.was', {
            from: sayBefore(changed.from ?? from.local, from.local, language),
            to: sayArrival(changed.from ?? from.local, changed.to ?? to.local, language),
          }),
        ]
      : []),
  ];
  return (
    <span className="order-flight__changed">
      <Tag tone={changed.flies ? 'warn' : 'danger'}>{t(`journey.changed.${changed.flies ? 'moved' : 'cancelled'}`)}</Tag>
      {before.length > 0 && <span>{before.join(comma(language))}</span>}
    </span>
  );
}

/** What happens on the ground between two flights, and what the traveller must do there. */
function LayoverLine({ layover, place, departsFrom }: { layover: DescribedLayover; place: string; departsFrom: string }) {
  const t = useTexts('orders');
  const { airportChange, selfTransfer, terminals, overnight, arrivesAt } = layover;
  return (
    <p className="order-journey__layover">
      <Icon name={airportChange || selfTransfer ? 'warning' : 'clock'} small />
      <span>
        {airportChange ? t('journey.changeAirport', { place, from: arrivesAt, to: departsFrom }) : t('journey.change', { place })}{' '}
        <Duration minutes={layover.minutes} />
        {overnight && t('journey.overnight')}
        {layover.feels && (
          <>
            <br />
            {t(`journey.feels.${layover.feels}`)}
          </>
        )}
        {selfTransfer && (
          <>
            <br />
            <b>{t('journey.selfTransfer')}</b>
            {layover.short && <> {t('journey.short')}</>}
          </>
        )}
        {terminals && (
          <>
            <br />
            {t('journey.terminals', terminals)}
          </>
        )}
      </span>
    </p>
  );
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to.slice(0, 10)}T00:00Z`) - Date.parse(`${from.slice(0, 10)}T00:00Z`)) / 86_400_000);
}

export function Duration({ minutes }: { minutes: number }) {
  const t = useTexts('orders');
  return <bdi>{t('journey.duration', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })}</bdi>;
}

/** Whose fare it is, and the code under which the airline knows the booking. */
export function ContractLine({ contract }: { contract: DescribedContract }) {
  const t = useTexts('orders');
  return (
    <p className="small muted order-terms__family">
      {contract.flights && (
        <>
          <bdi dir="ltr">{contract.flights}</bdi>
          {' · '}
        </>
      )}
      {t('terms.family', { family: contract.family, airline: contract.airline })}
      {contract.locator && (
        <>
          {' '}
          · {t('terms.locator')}{' '}
          <b className="num">
            <bdi>{contract.locator}</bdi>
          </b>
        </>
      )}
    </p>
  );
}

/** What may be changed, returned and carried, with the amount in the same breath. */
export function Terms({ contract }: { contract: DescribedContract }) {
  const t = useTexts('orders');
  const language = useLanguage();
  const words = (rule: DescribedRule, of: 'refund' | 'change') => {
    if (rule.permission === 'unknown') return { title: t(`terms.${of}.unknown`), note: t('terms.unknownNote') };
    if (rule.permission === 'not-allowed') return { title: t(`terms.${of}.none`), note: t(`terms.${of}.noneNote`) };
    if (!rule.penalty || rule.penalty.amount === 0) return { title: t(`terms.${of}.free`), note: t(`terms.${of}.freeNote`) };
    return { title: t(`terms.${of}.fee`, { amount: formatMoney(rule.penalty, language) }), note: t(`terms.${of}.feeNote`) };
  };
  const bag = (of: DescribedBag | null) => {
    if (!of) return t('terms.bags.none');
    if (of.pieces !== null && of.pieces > 1 && of.kilograms !== null)
      return t('terms.bags.pieces', { pieces: of.pieces, kilograms: of.kilograms });
    if (of.kilograms !== null) return t('terms.bags.weight', { kilograms: of.kilograms });
    return of.pieces === null ? t('terms.bags.unknown') : t('terms.bags.piecesOnly', { count: of.pieces });
  };
  const changeOf = (rule: DescribedRule) => {
    const said = words(rule, 'change');
    const ours = contract.ourChangeFee;
    if (rule.permission !== 'allowed' || !ours) return said;
    return { ...said, note: `${said.note} ${t('terms.change.ours', { amount: formatMoney(ours, language) })}` };
  };
  type Row = { icon: IconName; title: string; note: string; more?: readonly string[] };
  const own = (terms: DescribedTerms): Row[] => [
    { icon: 'change', ...changeOf(terms.change) },
    {
      icon: 'bag',
      title: t('terms.bags.checked', { bag: bag(terms.checkedBag) }),
      note: [
        t((terms.flown ?? 1) > 1 ? 'terms.bags.cabinEvery' : 'terms.bags.cabin', { bag: bag(terms.cabinBag) }),
        ...(terms.lapInfantBag === undefined ? [] : [t('terms.bags.lapInfant', { bag: bag(terms.lapInfantBag) })]),
      ].join(' '),
      more: terms.bagNotes ?? [],
    },
  ];
  const sure = contract.refund.permission === 'allowed' ? undefined : contract.taxesBack;
  const said = words(contract.refund, 'refund');
  const refund: Row = {
    icon: 'refund',
    ...said,
    note: sure ? t(`terms.refund.taxes.${contract.refund.permission}`, { amount: formatMoney(sure, language) }) : said.note,
  };
  const list = (rows: readonly Row[]) => (
    <ul className="order-terms">
      {rows.map((row) => (
        <li key={row.icon}>
          <Icon name={row.icon} />
          <div>
            <span>
              <b>{row.title}</b> {row.note}
            </span>
            {row.more && row.more.length > 0 && (
              <details className="order-terms__more">
                <summary className="link">{t('terms.bags.more')}</summary>
                {row.more.map((note) => (
                  <p key={note}>{note}</p>
                ))}
              </details>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <ContractLine contract={contract} />
      {contract.directions ? (
        <>
          {contract.directions.map((terms) => (
            <section key={`${terms.from} ${terms.to}`}>
              <h3 className="small">{t('journey.route', { from: terms.from, to: terms.to })}</h3>
              {list(own(terms))}
            </section>
          ))}
          <h3 className="small">{t('terms.wholeTicket')}</h3>
          {list([refund])}
          <p className="small muted">{t('terms.byDirection')}</p>
        </>
      ) : (
        list([refund, ...own(contract)])
      )}
    </>
  );
}

export function Travellers({ travellers }: { travellers: readonly DescribedTraveller[] }) {
  const t = useTexts('orders');
  const language = useLanguage();
  return (
    <ul className="order-people">
      {travellers.map((traveller, index) => (
        <li key={index}>
          <b>
            <bdi>{traveller.name}</bdi>
          </b>{' '}
          <span className="small muted">{t(`types.${traveller.type}`)}</span>
          {traveller.passport && (
            <p className="small muted">
              {t('travellers.passport', {
                country: traveller.passport.country,
                digits: traveller.passport.lastDigits,
                date: formatDate(traveller.passport.expires, language, 'short'),
              })}
            </p>
          )}
          {traveller.tickets.length > 0 && (
            <p className="small muted">
              {t('travellers.ticket', { count: traveller.tickets.length })}{' '}
              <bdi>{traveller.tickets.map((number) => `${number.slice(0, 3)}-${number.slice(3)}`).join(comma(language))}</bdi>
              {traveller.tickets.some((number) => number.includes('-')) && ` · ${t('travellers.conjunction')}`}
            </p>
          )}
          {traveller.requests.map((request, at) => (
            <p className="small muted" key={at}>
              {request.words}
              {t('travellers.requestJoin')}
              <b>{t(`travellers.request.${request.state}`)}</b>
            </p>
          ))}
          {traveller.extras?.map((extra, at) => (
            <p className="small muted" key={`extra-${at}`}>
              <bdi>{extra.words}</bdi>
              {t('travellers.requestJoin')}
              <b>{extra.state}</b>
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}
