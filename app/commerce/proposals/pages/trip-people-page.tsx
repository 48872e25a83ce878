import { data, Form, redirect } from 'react-router';
import { whoIs } from '#app/commerce/orders/order-access.server.ts';
import { visitOrder } from '#app/commerce/orders/order-visit.server.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { WayBack } from '#app/ui/way-back.tsx';
import { dateIn } from '#app/values/dates.ts';
import { giveTripPeople, readTripGroup, type PeopleRefusal } from '../trip-people.server.ts';
import { personFaults, readPeople, tripPersonFields, type TripPerson, type TripPersonField } from '../trip-people-rules.ts';
import type { Route } from './+types/trip-people-page.ts';
import './trip-people.css';

export const handle = { texts: ['trip-people'] };

const notFound = () => data(null, { status: 404 });
const refusals = ['not-open', 'changed-meanwhile', 'wrong'] as const satisfies readonly PeopleRefusal[];

async function openGroup({ params, request, context }: Pick<Route.LoaderArgs, 'params' | 'request' | 'context'>) {
  const platform = context.get(platformContext);
  const visit = await visitOrder(platform, context.get(viewerContext), request, params.reference);
  const group = visit?.sight === 'full' ? await readTripGroup(platform, visit.order) : null;
  if (!visit || !group) throw notFound();
  return { order: visit.order, group, today: dateIn('Asia/Dubai', platform.clock.now()) };
}

/** Where a group whose flights were sold by proposal says who travels: names, dates of birth and passports, by a last day. */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const { order, group, today } = await openGroup({ params, request, context });
  return {
    reference: order.reference,
    group,
    today,
    kept: url.searchParams.has('kept'),
    refused: refusals.find((one) => one === url.searchParams.get('refused')) ?? null,
    key: newFormKey(),
  };
}

interface Wrong {
  readonly typed: readonly TripPerson[];
  readonly faults: readonly { readonly at: number; readonly field: TripPersonField }[];
  readonly refused: PeopleRefusal | null;
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { order, group, today } = await openGroup({ params, request, context });
  const platform = context.get(platformContext);
  const form = await request.formData();
  const people = readPeople(form, group.places);
  const faults = people.flatMap((person, at) => personFaults(person, { today, endsOn: group.endsOn }).map((field) => ({ at, field })));
  if (faults.length > 0) return data<Wrong>({ typed: people, faults, refused: null }, { status: 422 });
  const who = whoIs(context.get(viewerContext));
  const here = `/trip-people/${order.reference}`;
  const ask = { orderId: order.id, people, seen: String(form.get('seen') ?? ''), who };
  const to = await onceForForm<string>(platform, { actor: `${who}:${order.id}`, form, about: 'trip-people' }, async (progress) => {
    const given = await giveTripPeople(platform, ask, (tx) => progress.answer(tx, `${here}?kept=1`));
    return given.ok ? `${here}?kept=1` : `${here}?refused=${given.refused}`;
  });
  if (!to.endsWith('refused=changed-meanwhile')) return redirect(to, 303);
  // What was typed stays, and where nothing was, what somebody else kept meanwhile stands; pressed again, that counts.
  const { group: now } = await openGroup({ params, request, context });
  const both = people.map((person, at) => {
    const theirs = now.people[at] ?? person;
    return Object.fromEntries(tripPersonFields.map((field) => [field, person[field] || theirs[field]])) as Record<TripPersonField, string>;
  });
  return data<Wrong>({ typed: both, faults: [], refused: 'changed-meanwhile' }, { status: 409 });
}

export default function TripPeoplePage({ loaderData, actionData }: Route.ComponentProps) {
  const { reference, group, today, kept, key } = loaderData;
  const refused = actionData?.refused ?? loaderData.refused;
  const t = useTexts('trip-people');
  const language = useLanguage();
  const people = actionData?.typed ?? group.people;
  const faults = actionData?.faults ?? [];
  const wrong = (at: number, field: TripPersonField) =>
    faults.some((fault) => fault.at === at && fault.field === field) ? t(`wrong.${field}`) : undefined;
  const missing = group.places - group.whole;
  const day = formatDate(group.dueOn, language, 'long');
  return (
    <main id="main" className="wrap page-end">
      <header className="page-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p className="lede">{t('lede')}</p>
      </header>
      {refused && (
        <Notice tone="danger" boxed live>
          {t(`refused.${refused}`)}
        </Notice>
      )}
      {kept && (
        <Notice tone="ok" boxed live>
          {t('kept')}
        </Notice>
      )}
      <Notice tone={missing === 0 ? 'ok' : today > group.dueOn ? 'danger' : 'info'} boxed>
        {missing === 0
          ? t('all', { places: group.places })
          : t(today > group.dueOn ? 'late' : 'missing', { missing, places: group.places, day })}
      </Notice>
      <ErrorSummary
        faults={faults.map(({ at, field }) => ({
          field: `${field}.${at}`,
          message: `${t('person', { number: at + 1 })}: ${t(`wrong.${field}`)}`,
        }))}
      />
      {group.open ? (
        <Form method="post" className="tp" noValidate>
          <input type="hidden" name="key" value={key} />
          <input type="hidden" name="seen" value={group.seen} />
          {people.map((person, at) => (
            <fieldset key={at} className="tp__person">
              <legend>{t('person', { number: at + 1 })}</legend>
              {tripPersonFields.map((field) => (
                <TextField
                  key={field}
                  name={`${field}.${at}`}
                  label={t(`field.${field}`)}
                  defaultValue={person[field]}
                  error={wrong(at, field)}
                  autoComplete="off"
                  spellCheck={false}
                  {...(field === 'birthDate' || field === 'passportUntil' ? { type: 'date' } : {})}
                  {...(field === 'passport' ? { dir: 'ltr', autoCapitalize: 'characters', maxLength: 20 } : {})}
                />
              ))}
            </fieldset>
          ))}
          <p className="small muted">{t('later')}</p>
          <Button look="go">{t('keep')}</Button>
        </Form>
      ) : (
        <p>{t('closed')}</p>
      )}
      <WayBack to={`/track?order=${reference}`}>{t('back')}</WayBack>
    </main>
  );
}
