import { data, Form, Link, redirect } from 'react-router';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { Button } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { dubaiDay } from '#app/ui/say-moment.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { plainLine } from '#app/values/plain-text.ts';
import { findApplication } from '../find-application.server.ts';
import { readPartnerToken } from '../partner-link.server.ts';
import { findDocuments, findLeadAsSystem, findLeadEvents } from '../partners-store.server.ts';
import type { Route } from './+types/partner-status-page.ts';
import './partners.css';

export const handle = { texts: ['partners'] };

const shownEvents = ['apply', 'take', 'accept', 'decline', 'reopen'] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, crypto, secret } = context.get(platformContext);
  const key = url.searchParams.get('key');
  const id = key && readPartnerToken(secret, key);
  const lead = id ? await findLeadAsSystem(db, id) : null;
  if (!lead) return { lead: null, oldLink: key !== null, sent: false };
  const [events, documents] = await Promise.all([findLeadEvents(db, crypto, lead.id), findDocuments(db, lead.id)]);
  return {
    lead: {
      reference: lead.reference,
      company: lead.company,
      kind: lead.kind,
      status: lead.status,
      documents: documents.map((document) => document.name),
      // Notes and who works on it stay in the house.
      events: events.flatMap(({ event, words, at, version }) => {
        const shown = shownEvents.find((one) => one === event);
        return shown ? [{ version, event: shown, words, at: at.toISOString() }] : [];
      }),
    },
    oldLink: false,
    sent: url.searchParams.has('sent'),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const typed = { reference: plainLine(form.get('reference'), 40), email: plainLine(form.get('email'), 254) };
  if (typed.reference === '' || typed.email === '') return data({ typed, refused: 'missing' as const }, { status: 422 });
  const found = await findApplication(context.get(platformContext), { ...typed, address: context.get(requestContext).address });
  if (found.ok) return redirect(`/partners/status?key=${found.value}`, 303);
  return data({ typed, refused: found.refused }, { status: found.refused === 'too-many-tries' ? 429 : 404 });
}

export default function PartnerStatusPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('partners');
  const { lead, oldLink, sent } = loaderData;
  if (!lead)
    return (
      <main id="main" className="wrap pt pt--one">
        <header className="page-head">
          <h1 tabIndex={-1}>{t('status.title')}</h1>
          <p className="lede">{t('status.lede')}</p>
        </header>
        <Form method="post" action="/partners/status" className="pt-form" noValidate>
          {(actionData || oldLink) && (
            <Notice tone={actionData ? 'danger' : 'warn'} boxed live>
              {t(`status.${actionData?.refused ?? 'oldLink'}`)}
            </Notice>
          )}
          <TextField
            name="reference"
            label={t('status.reference')}
            hint={t('status.referenceHint')}
            defaultValue={actionData?.typed.reference}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={30}
          />
          <TextField
            name="email"
            type="email"
            label={t('field.email')}
            defaultValue={actionData?.typed.email}
            autoComplete="email"
            maxLength={254}
          />
          <Button look="go">{t('status.find')}</Button>
        </Form>
        <p className="pt-note">
          <Link className="link" to="/partners">
            {t('status.back')}
          </Link>
        </p>
      </main>
    );
  return (
    <main id="main" className="wrap pt pt--one">
      <header className="page-head">
        <h1 tabIndex={-1}>{sent ? t('sent.title') : <bdi>{lead.company}</bdi>}</h1>
        <p className="lede">{sent ? t('sent.text') : t(`state.${lead.status}`)}</p>
      </header>
      <dl className="pt-facts">
        <div>
          <dt>{t('status.reference')}</dt>
          <dd className="num">
            <bdi>{lead.reference}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('field.company')}</dt>
          <dd>
            <bdi>{lead.company}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('status.kind')}</dt>
          <dd>{t(`kind.${lead.kind}.title`)}</dd>
        </div>
        {lead.documents.length > 0 && (
          <div>
            <dt>{t('field.documents')}</dt>
            <dd>
              {lead.documents.map((name, index) => (
                <bdi key={index}>{name}</bdi>
              ))}
            </dd>
          </div>
        )}
      </dl>
      <ol className="pt-steps" aria-label={t('status.history')}>
        {lead.events.map((event) => (
          <li key={event.version}>
            <b>{t(`event.${event.event}`)}</b>
            <DateText date={dubaiDay(event.at)} form="long" />
            {event.words && <blockquote dir="auto">{event.words}</blockquote>}
          </li>
        ))}
      </ol>
      <p className="pt-note">{t('status.mail')}</p>
    </main>
  );
}
