import { data, Form, Link, redirect } from 'react-router';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { FieldGroup, RadioCard, TextArea, TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { houseCredit } from '../../ledger/ledger-postings.ts';
import { findPaymentsOfOrder } from '../../payments/payments-store.server.ts';
import { wayPaid } from '../../payments/way-paid.ts';
import { productCountersContext } from '../../product-counter.ts';
import { answerCheck } from '../hold-back.server.ts';
import { whoIs } from '../order-access.server.ts';
import { visitOrder } from '../order-visit.server.ts';
import {
  checkFields,
  longestAnswer,
  readAnswer,
  relations,
  typedAnswer,
  type CheckErrors,
  type CheckField,
} from '../payment-check-rules.ts';
import { findPaymentCheck } from '../payment-checks-store.server.ts';
import type { Route } from './+types/payment-questions-page.ts';
import './payment-questions.css';

export const handle = { texts: ['payment-check'] };

const notFound = () => data(null, { status: 404 });

/** What a buyer is asked about the payment of an order that is looked at; for its owner alone. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const visit = await visitOrder(platform, context.get(viewerContext), request, params.reference);
  const check = visit?.sight === 'full' ? await findPaymentCheck(platform.db, visit.order.id) : null;
  if (!visit || !check?.askedAt) throw notFound();
  const open = visit.order.status === 'on_hold' && !check.answeredAt;
  const payments = (await findPaymentsOfOrder(platform.db, visit.order.id)).filter(({ provider }) => provider !== houseCredit);
  const way = wayPaid(payments, visit.order.total);
  return {
    reference: visit.order.reference,
    open,
    answered: check.answeredAt !== null,
    /** Nobody's card was used: it is asked who pays. */
    payer: way === 'four' || way === 'credit',
    key: newFormKey(),
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const visit = await visitOrder(platform, viewer, request, params.reference);
  if (visit?.sight !== 'full') throw notFound();
  const { order } = visit;
  const form = await request.formData();
  const typed = typedAnswer(form);
  const read = readAnswer(typed);
  if (!read.ok) return data({ typed, errors: read.errors, refused: false }, { status: 422 });
  const product = context.get(productCountersContext).product(order.kind);
  const who = whoIs(viewer);
  const sent = { actor: `${who}:${order.id}`, form, about: 'payment-questions' };
  const said = { orderId: order.id, who, answer: read.value };
  const answered = await onceForForm<boolean>(
    platform,
    sent,
    async (progress) => (await answerCheck(platform, product, said, progress.answer)).ok,
  );
  if (!answered) return data({ typed, errors: {} satisfies CheckErrors as CheckErrors, refused: true }, { status: 409 });
  return redirect(`/payment-questions/${order.reference}`);
}

export default function PaymentQuestionsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { reference, open, answered, payer, key } = loaderData;
  const t = useTexts('payment-check');
  const shared = useTexts('frame');
  const errors: CheckErrors = actionData?.errors ?? {};
  const ofPayer = (key: string) => (payer ? [`payer.${key}`, key] : key);
  const error = (field: CheckField) => (errors[field] ? t(ofPayer(`error.${errors[field]}`)) : undefined);
  const typed = (field: CheckField) => actionData?.typed[field] ?? '';
  return (
    <main id="main" className="wrap pq page-end">
      <header className="page-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p className="lede">{t(ofPayer('lede'))}</p>
      </header>
      {open || actionData ? (
        <Form method="post" className="pq__form" noValidate>
          <input type="hidden" name="key" value={key} />
          <ErrorSummary
            faults={[
              ...(actionData?.refused ? [{ field: null, message: t('refused') }] : []),
              ...checkFields
                .filter((field) => errors[field])
                .map((field) => ({ field: field === 'relation' ? `pq-${relations[0]}` : `pq-${field}`, message: error(field) })),
            ]}
          />
          <TextField
            id="pq-cardholder"
            name="cardholder"
            label={t(ofPayer('cardholder'))}
            hint={t(ofPayer('cardholderHint'))}
            defaultValue={typed('cardholder')}
            error={error('cardholder')}
            maxLength={120}
            autoComplete={payer ? 'name' : 'cc-name'}
            required
          />
          <FieldGroup id="pq-relation" legend={t('relation')} error={error('relation')}>
            <div className="pq__relations">
              {relations.map((relation) => (
                <RadioCard
                  key={relation}
                  id={`pq-${relation}`}
                  name="relation"
                  value={relation}
                  defaultChecked={typed('relation') === relation}
                  label={t(ofPayer(`relations.${relation}`))}
                />
              ))}
            </div>
          </FieldGroup>
          <TextField
            id="pq-phone"
            name="phone"
            type="tel"
            label={t('phone')}
            hint={t('phoneHint')}
            defaultValue={typed('phone')}
            error={error('phone')}
            maxLength={30}
            autoComplete="tel"
            required
          />
          <TextArea
            id="pq-words"
            name="words"
            label={t('words')}
            hint={t(ofPayer('wordsHint'))}
            optional={shared('ui.optional')}
            defaultValue={typed('words')}
            error={error('words')}
            rows={4}
            maxLength={longestAnswer}
          />
          <p className="small muted">{t('never')}</p>
          <Button look="go" name="intent" value="answer">
            {t('send')}
          </Button>
        </Form>
      ) : (
        <Notice tone={answered ? 'ok' : 'info'} boxed live title={t(answered ? 'sentTitle' : 'overTitle')}>
          {t(answered ? 'sentText' : 'overText')}
        </Notice>
      )}
      <p>
        <Link className="link" to={`/track?order=${reference}`}>
          {t('back')}
        </Link>
      </p>
    </main>
  );
}
