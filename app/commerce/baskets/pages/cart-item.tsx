import { Form, Link } from 'react-router';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import { Notice, Tag } from '#app/ui/notice.tsx';
import { comma, formatDate, formatMoney } from '#app/ui/number-format.ts';
import { Poster } from '#app/ui/poster/poster.tsx';
import { Price } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { LanguageCode } from '#app/values/preferences.ts';
import { PriceChange } from '../../orders/pages/order-money.tsx';
import { clockInDubai, dayInDubai } from '../../orders/pages/order-parts.tsx';
import { OwnClock } from '../../orders/pages/own-clock.tsx';
import type { BasketItem } from '../show-basket.server.ts';

const icons: Readonly<Record<BasketItem['role'], IconName>> = {
  opens: 'visa',
  carries: 'plane',
  sleeps: 'staycations',
  visits: 'experiences',
};

interface Shown {
  readonly item: BasketItem;
  readonly formKey: string;
  readonly titleOf: (reference: string) => string;
}

/** One order in its place on the line of the trip: when, what, how long it is kept, and what hangs on it. */
export function CartItem({ item, formKey, titleOf }: Shown) {
  const t = useTexts('cart');
  const language = useLanguage();
  const { description } = item;
  const today = item.today === 'gone' ? null : item.today;
  const people = description.travellers.map(({ name }) => name).join(comma(language));
  return (
    <li className={`cart-day cart-day--${item.standing}`}>
      <p className="cart-day__when">
        <Icon name={icons[item.role]} />
        <b>
          <DateText date={item.from} form="day" />
        </b>
        {item.until !== item.from && (
          <small>
            {t('until')} <DateText date={item.until} form="day" />
          </small>
        )}
      </p>
      <article className="cart-item" aria-labelledby={`cart-${item.reference}`}>
        <Poster {...description.posterOf} crop="wide" alt="" className="cart-item__poster" />
        <div className="cart-item__head">
          <h2 id={`cart-${item.reference}`}>
            <Link to={item.standing === 'over' ? description.again.same : `/checkout/${item.reference}`}>{description.title}</Link>
          </h2>
          <Price value={item.total} />
        </div>
        <p className="cart-item__facts">
          {description.parts[0] && <span>{description.parts[0].title}</span>}
          {people && <bdi>{people}</bdi>}
          <span>
            {t('reference')} <bdi className="num">{item.reference}</bdi>
          </span>
        </p>
        <ItemState item={item} />
        {item.before && item.before.amount !== item.total.amount && (
          <Notice tone={item.before.amount < item.total.amount ? 'warn' : 'ok'}>
            {t(item.before.amount < item.total.amount ? 'dearer' : 'cheaper', {
              before: formatMoney(item.before, language),
              after: formatMoney(item.total, language),
            })}
          </Notice>
        )}
        {item.decides && <Decision decides={item.decides} titleOf={titleOf} />}
        <div className="cart-item__acts">
          {item.standing === 'price-changed' && (
            <ButtonLink small to={`/checkout/${item.reference}`}>
              {t('seePrice')}
            </ButtonLink>
          )}
          {item.standing === 'over' && today && (
            <Form method="post" action="/cart">
              <input type="hidden" name="key" value={`${formKey}-n-${item.reference}`} />
              <input type="hidden" name="order" value={item.reference} />
              <input type="hidden" name="seen" value={today.total.amount} />
              <Button small look="go" icon="change" name="intent" value="renew">
                {t('over.renew', { price: formatMoney(today.total, language) })}
              </Button>
            </Form>
          )}
          {item.standing === 'over' && (
            <ButtonLink small look={today ? 'quiet' : 'go'} icon={today ? undefined : 'change'} to={description.again.same}>
              {t(item.today === null ? 'again' : 'over.other')}
            </ButtonLink>
          )}
          {item.extendable && (
            <Form method="post" action="/cart">
              <input type="hidden" name="key" value={`${formKey}-x-${item.reference}`} />
              <input type="hidden" name="order" value={item.reference} />
              <Button small name="intent" value="extend">
                {t('extend')}
              </Button>
            </Form>
          )}
          <Form method="post" action="/cart">
            <input type="hidden" name="key" value={`${formKey}-r-${item.reference}`} />
            <input type="hidden" name="order" value={item.reference} />
            <Button small look="quiet" name="intent" value="remove">
              {t('remove')}
              <span className="sr-only"> {description.title}</span>
            </Button>
          </Form>
        </div>
      </article>
    </li>
  );
}

/** What has become of a thing that ran out: its price then and now, that it is gone, or that only its own pages can say. */
function overText({ today, total }: BasketItem, t: ReturnType<typeof useTexts>, language: LanguageCode): string {
  const price = formatMoney(total, language);
  if (today === null) return t('over.text', { price });
  if (today === 'gone') return t('over.gone', { price });
  if (today.total.amount === total.amount) return t('over.same', { price });
  return t('over.today', { price, today: formatMoney(today.total, language) });
}

function ItemState({ item }: { item: BasketItem }) {
  const t = useTexts('cart');
  const price = useTexts('price');
  const language = useLanguage();
  if (item.standing === 'over')
    return (
      <>
        <Notice tone="danger" boxed title={t('over.title')}>
          {overText(item, t, language)}
        </Notice>
        {item.today !== null && item.today !== 'gone' && item.today.changes.length > 0 && (
          <PriceChange
            rows={item.today.changes.map(({ word, before, after }) => ({ label: price(`line.${word}`), before, after }))}
            before={item.total}
            after={item.today.total}
          />
        )}
      </>
    );
  const limit =
    item.heldUntil && t('limit.one', { time: clockInDubai(item.heldUntil, language), day: dayInDubai(item.heldUntil, language) });
  return (
    <p className="cart-item__state">
      <Tag tone={item.standing === 'ready' ? 'ok' : 'warn'} icon="clock">
        {t(`standing.${item.standing}`)}
      </Tag>
      <span>
        {limit}
        {item.heldUntil && <OwnClock at={item.heldUntil} />}
      </span>
    </p>
  );
}

/** Who still has to say yes, and what a no would cost of everything else, before anything is paid. */
function Decision({ decides, titleOf }: { decides: NonNullable<BasketItem['decides']>; titleOf: (reference: string) => string }) {
  const t = useTexts('cart');
  const language = useLanguage();
  const date = formatDate(decides.by, language, 'long');
  const { own, others, known } = decides.losses;
  return (
    <details className="cart-risk">
      <summary>
        <Icon name="info" small />
        <span>
          {t(`risk.${decides.who}`, { date })}{' '}
          <b>{known.amount > 0 ? t('risk.lose', { amount: formatMoney(known, language) }) : t('risk.loseNothing')}</b>
        </span>
      </summary>
      <p className="small">{t(`risk.how.${decides.who}`, { date })}</p>
      <dl className="cart-sum">
        <div>
          <dt>{t('risk.own')}</dt>
          <dd>{own.amount > 0 ? <Price value={own} /> : t('risk.nothing')}</dd>
        </div>
        {others.map(({ reference, kept }) => (
          <div key={reference}>
            <dt>{t('risk.other', { title: titleOf(reference) })}</dt>
            <dd>{kept === null ? t('risk.unknown') : kept.amount > 0 ? <Price value={kept} /> : t('risk.nothing')}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
