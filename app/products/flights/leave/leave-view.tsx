import { Form, useNavigation } from 'react-router';
import { DubaiDeadline, OrderBlock } from '#app/commerce/orders/pages/order-parts.tsx';
import { Button } from '#app/ui/button.tsx';
import { Checkbox, FieldGroup } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { comma, formatMoney } from '#app/ui/number-format.ts';
import { MoneyList, Price, type MoneyLine } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { WayBack } from '#app/ui/way-back.tsx';
import type { OpenedLeave } from './open-leave.server.ts';
import './leave.css';

interface LeaveViewProps {
  readonly page: OpenedLeave;
  /** Its own address, and where the order stands. */
  readonly here: string;
  readonly record: string;
  readonly by: 'customer' | 'staff';
  readonly refused: string | null;
  /** Who was chosen when it was refused. */
  readonly chosen: readonly number[];
  readonly agreed: boolean;
}

/** Some travellers leave an order: choose them, read what goes back, agree. The same for the traveller and for staff. */
export function LeaveView(props: LeaveViewProps) {
  const { page, refused, record, by, agreed } = props;
  const t = useTexts('leave-flight');
  const { quote } = page;
  const quoted = page.status === 'change_quoted' && quote?.status === 'quoted';
  const pending = quote?.status === 'accepted';
  return (
    <div className="lf">
      {refused && (
        <Notice tone="danger" boxed live>
          {t([`refused.${refused}`, 'refused.not-possible'])}
        </Notice>
      )}
      {agreed && page.left && (
        <Notice tone="ok" boxed live>
          {t('left')}
        </Notice>
      )}
      {page.failed && (
        <Notice tone="warn" boxed live={agreed}>
          {t('failed')}
        </Notice>
      )}
      {quoted && <Quoted {...props} quote={quote} />}
      {pending && (
        <OrderBlock title={t('pendingTitle')} id="pending">
          <p>{t(page.status === 'stuck' ? 'stuckText' : 'pendingText')}</p>
        </OrderBlock>
      )}
      {!pending &&
        (page.closed ? (
          <Notice tone="info" boxed>
            {t([`refused.${page.closed}`, 'refused.not-possible'])}
          </Notice>
        ) : (
          <OrderBlock title={t(quoted ? 'otherTitle' : 'chooseTitle')} id="choose">
            <Choose {...props} />
          </OrderBlock>
        ))}
      <WayBack to={record}>{t(by === 'staff' ? 'backToRecord' : 'back')}</WayBack>
    </div>
  );
}

function Choose({ page, here, chosen }: LeaveViewProps) {
  const t = useTexts('leave-flight');
  const price = useTexts('price');
  const busy = useNavigation().state !== 'idle';
  return (
    <Form method="post" action={here} className="lf-choose">
      <FieldGroup legend={t('who')} hint={t('whoHint')} id="who">
        {page.travellers.map(({ traveller, name, type, lap, chosen: asked }) => (
          <Checkbox
            key={traveller}
            id={`who-${traveller}`}
            name="who"
            value={traveller}
            defaultChecked={asked || chosen.includes(traveller)}
            label={<bdi>{name}</bdi>}
            hint={lap ? t('onLap', { type: price(`traveller.${type}`), name: lap }) : price(`traveller.${type}`)}
          />
        ))}
      </FieldGroup>
      <p className="small muted">{t('askNote')}</p>
      <Button name="intent" value="quote" icon="refund" busy={busy && t('busy')}>
        {t('ask')}
      </Button>
    </Form>
  );
}

type Quote = NonNullable<OpenedLeave['quote']>;

function Quoted({ page, here, by, quote }: LeaveViewProps & { quote: Quote }) {
  const t = useTexts('leave-flight');
  const price = useTexts('price');
  const orders = useTexts('orders');
  const language = useLanguage();
  const busy = useNavigation().state !== 'idle';
  const nameOf = (traveller: number) => page.travellers.find((one) => one.traveller === traveller)?.name ?? '';
  const asLine = (line: Quote['shared'][number]): MoneyLine => {
    const taxes = (['back', 'kept'] as const).flatMap((way) =>
      line.taxes && line.taxes[way].length > 0 ? [orders(`cancel.taxes.${way}`, { taxes: line.taxes[way].join(comma(language)) })] : [],
    );
    return {
      label: price(`line.${line.words}`),
      note: [`${orders('cancel.paid')} ${formatMoney(line.paid, language)}`, ...taxes].join(' · '),
      value: line.refunded,
    };
  };
  const amount = formatMoney(quote.refund, language);
  return (
    <OrderBlock title={t('quoteTitle')} id="quote">
      <p>{orders(`cancel.window.${quote.window}`)}</p>
      <MoneyList
        groups={[
          ...quote.own.map(({ traveller, lines }) => ({ title: <bdi>{nameOf(traveller)}</bdi>, lines: lines.map(asLine) })),
          ...(quote.shared.length > 0 ? [{ title: t('shared'), lines: quote.shared.map(asLine) }] : []),
        ]}
        total={{ label: t('comesBack'), value: quote.refund, note: <Where quote={quote} /> }}
      />
      <p className="lf-rest">
        {t('rest')} <Price value={quote.after} />
      </p>
      <p className="small muted">{t('stay', { names: stays(page).join(comma(language)) })}</p>
      <p className="small muted">
        {t('until')} <DubaiDeadline at={quote.expiresAt} />.
      </p>
      {quote.over ? (
        <Notice tone="warn" boxed>
          {t('refused.quote-over')}
        </Notice>
      ) : quote.barred ? (
        <Notice tone="info" boxed>
          {t(`refused.${quote.barred}`)}
        </Notice>
      ) : (
        <Form method="post" action={here} className="order-actions">
          <input type="hidden" name="number" value={quote.number} />
          <input type="hidden" name="seen" value={quote.refund.amount} />
          <Button look="danger" name="intent" value="accept" busy={busy && t('busy')}>
            {quote.refund.amount > 0 ? t('confirm', { amount }) : t('confirmNone')}
          </Button>
        </Form>
      )}
      <Form method="post" action={here} className="order-actions">
        <Button name="intent" value="keep">
          {t(by === 'staff' ? 'keepForThem' : 'keep')}
        </Button>
      </Form>
    </OrderBlock>
  );
}

const stays = ({ travellers }: OpenedLeave) => travellers.filter(({ chosen }) => !chosen).map(({ name }) => name);

/** Where it goes, as far as anybody can say before it is on its way. */
function Where({ quote }: { quote: Quote }) {
  const t = useTexts('leave-flight');
  const orders = useTexts('orders');
  const language = useLanguage();
  if (quote.refund.amount === 0) return <>{t('nothingBack')}</>;
  if (quote.four) return <>{orders('cancel.whereFour')}</>;
  if (quote.cards.length === 0) return <>{t('whereItCame')}</>;
  return <>{t('whereCard', { endings: quote.cards.map((ending) => `•••• ${ending}`).join(comma(language)) })}</>;
}
