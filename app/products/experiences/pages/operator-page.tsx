import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { arrivalsOf } from '../arrivals.ts';
import { experienceProduct } from '../experience-product.server.ts';
import { acceptRequest, declineRequest, offerAnother } from '../answer-request.server.ts';
import { checkIn } from '../check-in.server.ts';
import { ageBandNames, type Party } from '../experience.ts';
import { toneOf } from '../booking-tone.ts';
import { findOperatorByToken } from '../operators-store.server.ts';
import { openOperator, type OperatorView } from '../open-operator.server.ts';
import { OperatorScan, typedForm } from '../operator-scan.tsx';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { Button } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { Notice, Tag } from '#app/ui/notice.tsx';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Translate } from '#app/ui/translate.ts';
import { instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Route } from './+types/operator-page.ts';
import './operator.css';

export const handle = { texts: ['experiences', 'operator'] };

/**
 * The scanner needs the camera, which every other page is denied. The address is a secret; but with no referrer at all the
 * forms of the page would not say that they are ours.
 */
export function headers() {
  return { 'Permissions-Policy': 'camera=(self), microphone=(), geolocation=()', 'Referrer-Policy': 'same-origin' };
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const operator = await findOperatorByToken(platform, params.token);
  if (!operator) throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const view = await openOperator(platform, operator, url.searchParams.get('date'), language);
  return { view, title: view.name, path: `/operator/${params.token}`, said: url.searchParams.get('said') };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const operator = await findOperatorByToken(platform, params.token);
  if (!operator) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 300);
  const here = (said: string) =>
    redirect(`/operator/${params.token}?${new URLSearchParams({ ...(text('day') ? { date: text('day') } : {}), said })}#said`);
  if (text('intent') === 'check-in') {
    const checked = await checkIn(platform, { operatorId: operator.id, code: text('code'), at: instant(platform.clock.now()) });
    return here(checked.ok ? (checked.value.unpaid > 0 ? `in-${checked.value.unpaid}` : 'in') : checked.refused);
  }
  const orderId = text('order');
  const who = { orderId, by: 'supplier', who: `operator:${operator.id}` } as const;
  const mine = await openOperator(platform, operator, null, 'en');
  if (!mine.requests.some((request) => request.orderId === orderId)) return data(null, { status: 404 });
  const product = experienceProduct(platform);
  switch (text('intent')) {
    case 'accept': {
      const answered = await acceptRequest(platform, product, who);
      return here(answered.ok ? 'accepted' : answered.refused);
    }
    case 'decline': {
      const answered = await declineRequest(platform, product, who);
      return here(answered.ok ? 'declined' : answered.refused);
    }
    case 'offer': {
      const [date = '', start = ''] = text('slot').split('T');
      const answered = await offerAnother(platform, { ...who, date, start });
      return here(answered.ok ? 'offered' : answered.refused);
    }
    default:
      return data(null, { status: 400 });
  }
}

const good = ['in', 'accepted', 'offered'];

export default function OperatorPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('operator');
  const { view, path, said } = loaderData;
  // Who is let in while places beside them are not paid: the word with their number.
  const unpaid = Number(/^in-(\d{1,2})$/.exec(said ?? '')?.[1] ?? 0);
  const word = unpaid > 0 ? 'in' : said;
  const { left, held } = arrivalsOf(view.guests);
  return (
    <main id="main" className="wrap page-end op">
      <div className="page-head">
        <h1 tabIndex={-1}>{view.name}</h1>
        <p className="lede">{t('lede')}</p>
      </div>
      {said && (
        <div id="said">
          <Notice
            tone={unpaid > 0 ? 'warn' : good.includes(said) ? 'ok' : said === 'already' || said === 'declined' ? 'info' : 'danger'}
            boxed
            live
          >
            {t(`said.${word}`, { ring: view.ring })} {unpaid > 0 && t('guests.unpaid', { count: unpaid })}
          </Notice>
        </div>
      )}
      {view.requests.length > 0 && (
        <section aria-labelledby="requests">
          <h2 id="requests">{t('requests.title', { count: view.requests.length })}</h2>
          <ul className="op-requests">
            {view.requests.map((request) => (
              <Request key={request.orderId} request={request} path={path} />
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="check-in" className="op-scan card card--in">
        <h2 id="check-in">{t('scan.title')}</h2>
        <Form method="post" action={path} id={typedForm} className="op-scan__form">
          <input type="hidden" name="day" value={view.day} />
          <TextField
            name="code"
            label={t('scan.code')}
            hint={t('scan.hint')}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={300}
          />
          <Button name="intent" value="check-in" icon="check">
            {t('scan.button')}
          </Button>
        </Form>
        <OperatorScan view={view} path={path} />
      </section>
      <section aria-labelledby="guests">
        <h2 id="guests">
          <DateText date={view.day} form="long" />
        </h2>
        <nav className="op-days" aria-label={t('day.label')}>
          <Link className="btn btn--line btn--s" to={`${path}?date=${view.before}`}>
            {t('day.before')}
          </Link>
          <Link className="btn btn--line btn--s" to={path}>
            {t('day.today')}
          </Link>
          <Link className="btn btn--line btn--s" to={`${path}?date=${view.after}`}>
            {t('day.after')}
          </Link>
        </nav>
        {view.guests.length === 0 ? (
          <p className="muted">{t('guests.none')}</p>
        ) : (
          <>
            <p>
              {t('guests.left', { count: left })}
              {held > 0 && ` ${t('guests.held', { count: held })}`}
            </p>
            <Guests view={view} path={path} />
          </>
        )}
      </section>
    </main>
  );
}

const partyWords = (t: Translate, language: LanguageCode, party: Party) =>
  ageBandNames
    .flatMap((band) => ((party[band] ?? 0) === 0 ? [] : [t(`visit.line.${band}`, { count: party[band]! })]))
    .join(comma(language));

function Request({ request, path }: { request: OperatorView['requests'][number]; path: string }) {
  const t = useTexts('operator');
  const tx = useTexts('experiences');
  const language = useLanguage();
  const busy = useNavigation().state !== 'idle';
  return (
    <li className="card card--in op-request">
      <h3>{request.title}</h3>
      <p>
        <b>
          {formatDate(request.date, language, 'day')}
          {comma(language)}
          <bdi>{request.start}</bdi>
        </b>{' '}
        · {partyWords(tx, language, request.party)} · {tx([`option.${request.option}`, 'option.standard'])}
      </p>
      <FetchAt pickup={request.pickup} />
      {request.note && <p className="muted">{request.note}</p>}
      {request.answerBy && <p className="small muted">{t('requests.by', { date: sayDay(request.answerBy, language, 'long') })}</p>}
      <div className="op-request__ways">
        <Form method="post" action={path}>
          <input type="hidden" name="order" value={request.orderId} />
          <Button look="go" name="intent" value="accept" icon="check" busy={busy && t('busy')}>
            {t('requests.accept')}
          </Button>
        </Form>
        {request.others.length > 0 && (
          <Form method="post" action={path} className="op-request__offer">
            <input type="hidden" name="order" value={request.orderId} />
            <SelectField name="slot" id={`slot-${request.orderId}`} label={t('requests.other')}>
              {request.others.map(({ date, start, left }) => (
                <option key={`${date}T${start}`} value={`${date}T${start}`}>
                  {formatDate(date, language, 'day')}
                  {comma(language)}
                  {start} ({t('requests.left', { count: left })})
                </option>
              ))}
            </SelectField>
            <Button name="intent" value="offer" icon="change">
              {t('requests.offer')}
            </Button>
          </Form>
        )}
        <Form method="post" action={path}>
          <input type="hidden" name="order" value={request.orderId} />
          <Button name="intent" value="decline">
            {t('requests.decline')}
          </Button>
        </Form>
      </div>
    </li>
  );
}

/** Where a guest is fetched, or that this is still to be asked. */
function FetchAt({ pickup }: { pickup: string | null }) {
  const t = useTexts('operator');
  if (pickup === null) return null;
  return pickup === '' ? (
    <Tag tone="warn">{t('guests.pickupOpen')}</Tag>
  ) : (
    <span className="small">
      {t('guests.pickup')} <b dir="auto">{pickup}</b>
    </span>
  );
}

function Guests({ view, path }: { view: OperatorView; path: string }) {
  const language = useLanguage();
  const t = useTexts('operator');
  const tx = useTexts('experiences');
  const starts = [...new Set(view.guests.map((guest) => `${guest.start}|${guest.title}`))];
  return starts.map((key) => {
    const [start, title] = key.split('|') as [string, string];
    return (
      <section key={key} className="op-start">
        <h3>
          <bdi>{start}</bdi> {title}
        </h3>
        <ul className="op-guests">
          {view.guests
            .filter((guest) => guest.start === start && guest.title === title)
            .map((guest) => (
              <li key={guest.orderId}>
                <div>
                  <b>
                    <bdi>{guest.name}</bdi>
                  </b>
                  <span className="small muted">
                    {partyWords(tx, language, guest.party)} · {tx([`option.${guest.option}`, 'option.standard'])}
                  </span>
                  {guest.unpaid > 0 && <Tag tone="warn">{t('guests.unpaid', { count: guest.unpaid })}</Tag>}
                  <FetchAt pickup={guest.pickup} />
                  {guest.note && <span className="small">{guest.note}</span>}
                  <span className="small">
                    <bdi className="num">{guest.voucher}</bdi>
                    {guest.phone && (
                      <>
                        {' · '}
                        <a className="link" href={`tel:${guest.phone}`}>
                          <bdi>{guest.phone}</bdi>
                        </a>
                      </>
                    )}
                  </span>
                </div>
                {guest.mayEnter && guest.voucher ? (
                  <Form method="post" action={path}>
                    <input type="hidden" name="day" value={view.day} />
                    <input type="hidden" name="code" value={guest.voucher} />
                    <Button small name="intent" value="check-in" aria-label={`${t('scan.button')}: ${guest.name}`}>
                      {t('scan.button')}
                    </Button>
                  </Form>
                ) : guest.heldBack ? (
                  <span className="op-held">
                    <Tag tone="warn">{t('guests.heldBack')}</Tag>
                    <small>{t('said.held-back', { ring: view.ring })}</small>
                  </span>
                ) : (
                  <Tag tone={toneOf(guest.status)}>{tx(`states.${guest.status}`)}</Tag>
                )}
              </li>
            ))}
        </ul>
      </section>
    );
  });
}
