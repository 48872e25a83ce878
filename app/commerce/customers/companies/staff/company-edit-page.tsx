import { data, Form, Link, redirect } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { listAuditOf } from '#app/platform/audit.server.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { plainVersion } from '#app/values/plain-text.ts';
import { companyFields, companyTyped, readCompanyForm, type CompanyFaults, type CompanyField, type TypedCompany } from '../company-form.ts';
import { factsOf, findBearer, findCompany, findCompanyContact } from '../companies-store.server.ts';
import { findCompanyOwners } from '../company-owners.server.ts';
import { archiveCompany, keepCompany, makeCompany, type CompanyRefusal } from '../work-on-company.server.ts';
import type { Route } from './+types/company-edit-page.ts';
import '../../staff/customer.css';
import './company.css';

export const handle = { texts: ['staff-companies', 'staff-lists'] };

const base = '/admin/customers/companies';
/** What changes a company as the form has it. */
const written = ['company.made', 'company.changed', 'company.archived', 'company.brought-back', 'company.owned'];

/** A company that is new to the house, or one that is known, as a form. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, crypto } = context.get(platformContext);
  const company = params.id === undefined ? null : await findCompany(db, params.id);
  if (params.id !== undefined && !company) throw new Response('Not found', { status: 404 });
  const owners = await findCompanyOwners(db);
  const ownerId = company?.ownerId ?? null;
  // Whoever looks after it and may not any more stays in the list until somebody chooses another.
  const known = ownerId === null || owners.some(({ id }) => id === ownerId);
  const names = known ? new Map<string, string>() : await findStaffNames(db, [ownerId]);
  return {
    company: company && {
      id: company.id,
      version: company.version,
      name: company.name,
      archived: company.archivedAt !== null,
      typed: companyTyped(await factsOf(db, crypto, company)),
    },
    owners: known ? owners : [...owners, { id: ownerId, name: names.get(ownerId) ?? '–' }],
    key: newFormKey(),
  };
}

interface Answer {
  /** Of a form that is sent once more with other words. */
  readonly key: string;
  readonly typed: TypedCompany;
  /** Whether somebody is written to as this form is drawn. */
  readonly hadContact: boolean;
  readonly faults: CompanyFaults;
  readonly refused: CompanyRefusal | null;
  /** The company that bears the number already. */
  readonly bearer: { readonly id: string; readonly name: string } | null;
  /** What a colleague wrote meanwhile, and who. */
  readonly stands: { readonly version: number; readonly typed: TypedCompany; readonly by: string | null } | null;
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { db, crypto } = platform;
  const { requestId } = context.get(requestContext);
  const form = await request.formData();
  const before = params.id === undefined ? null : await findCompany(db, params.id);
  if (params.id !== undefined && !before) throw new Response('Not found', { status: 404 });
  const intent = form.get('intent');
  const version = plainVersion(form.get('version'));
  if (before && (intent === 'archive' || intent === 'bring-back')) {
    const here = `${base}/${before.id}`;
    const moved = await archiveCompany(platform, viewer, { id: before.id, version, away: intent === 'archive', requestId });
    return redirect(
      moved.ok ? `${here}?did=${intent === 'archive' ? 'archived' : 'brought-back'}` : `${here}?refused=${moved.refused}`,
      303,
    );
  }
  const owners = (await findCompanyOwners(db)).map(({ id }) => id);
  const read = readCompanyForm(form, before?.ownerId ? [...owners, before.ownerId] : owners);
  const hadContact = form.get('hadContact') === '1';
  const answer = async (more: Partial<Answer>, status: number) => {
    const contact = before ? await findCompanyContact(db, crypto, before.id) : null;
    // Forgotten since the form was drawn: no answer hands their name and address out once more, whatever it is about.
    const forgotten = hadContact && contact?.email === '' && read.typed.email !== '';
    return data<Answer>(
      {
        key: newFormKey(),
        hadContact: contact !== null && contact.email !== '',
        faults: {},
        refused: forgotten ? 'contact-gone' : null,
        bearer: null,
        stands: null,
        ...more,
        typed: forgotten ? { ...read.typed, contactName: '', email: '' } : read.typed,
      },
      { status },
    );
  };
  if (!read.ok) return answer({ faults: read.faults }, 422);
  const { facts } = read;
  const refusal = async (refused: CompanyRefusal) => {
    if (refused === 'trn-taken') {
      const bearer = await findBearer(db, facts.trn ?? '', before?.id ?? null);
      return answer({ refused, bearer: bearer && { id: bearer.id, name: bearer.name } }, 409);
    }
    if (refused !== 'changed-meanwhile' || !before) return answer({ refused }, refused === 'permission' ? 403 : 409);
    // As it stands after the refusal: notes and people of it change nothing that the form has.
    const now = (await findCompany(db, before.id)) ?? before;
    const said = await listAuditOf(db, `companies:${before.id}`, 40);
    const last = said.find(({ action: act }) => written.includes(act));
    const who = last?.actor.replace('staff:', '') ?? '';
    const by = (await findStaffNames(db, who ? [who] : [])).get(who) ?? null;
    return answer({ refused, stands: { version: now.version, typed: companyTyped(await factsOf(db, crypto, now)), by } }, 409);
  };
  if (before) {
    const kept = await keepCompany(platform, viewer, {
      id: before.id,
      version,
      facts,
      requestId,
      hadContact,
    });
    return kept.ok ? redirect(`${base}/${before.id}?did=kept`, 303) : refusal(kept.refused);
  }
  const sent = { actor: `user:${viewer.user.id}`, form, about: 'new-company' };
  const made = await onceForForm<{ to: string } | { refused: CompanyRefusal }>(platform, sent, async (progress) => {
    const said = (id: string) => ({ to: `${base}/${id}?did=made` });
    const done = await makeCompany(platform, viewer, { facts, requestId }, (tx, id) => progress.answer(tx, said(id)));
    return done.ok ? said(done.value) : { refused: done.refused };
  });
  return 'to' in made ? redirect(made.to, 303) : refusal(made.refused);
}

export default function CompanyEditPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-companies');
  const { company } = loaderData;
  const answer = actionData ?? null;
  const back = company ? `${base}/${company.id}` : base;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{company ? t('edit.title', { name: company.name }) : t('edit.new')}</h1>
        <p>{t(company ? 'edit.lead' : 'edit.newLead')}</p>
        <Link className="bo-btn" to={back}>
          {t(company ? 'edit.back' : 'back')}
        </Link>
      </header>
      {answer?.refused && (
        <p className="dl-said dl-said--warn" role="alert">
          <Icon name="warning" />
          <span>
            {answer.stands?.by ? t('edit.overtakenBy', { name: answer.stands.by }) : t(`refused.${answer.refused}`)}{' '}
            {answer.bearer && (
              <Link to={`${base}/${answer.bearer.id}`}>
                <bdi>{answer.bearer.name}</bdi>
              </Link>
            )}
          </span>
        </p>
      )}
      <Fields loaded={loaderData} answer={answer} />
      {company && <Away company={company} />}
    </div>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

function Fields({ loaded: { company, owners, key }, answer }: { loaded: Loaded; answer: Answer | null }) {
  const t = useTexts('staff-companies');
  const typed = answer?.typed ?? company?.typed ?? companyTyped(null);
  const faults = answer?.faults ?? {};
  const stands = answer?.stands ?? null;
  const error = (field: CompanyField) => faults[field] && t(`fault.${faults[field]}`);
  const shown = (field: CompanyField, value: string) =>
    field === 'owner' ? (owners.find(({ id }) => id === value)?.name ?? value) : value;
  /** What a colleague's words are where somebody typed others. */
  const hint = (field: CompanyField, words?: string) =>
    stands && stands.typed[field] !== typed[field] ? (
      <>
        {t('edit.stands')} <bdi>{shown(field, stands.typed[field]) || t('edit.empty')}</bdi>
      </>
    ) : (
      words
    );
  const text = (field: CompanyField, more: { maxLength: number; hint?: string; dir?: 'ltr' | 'rtl'; type?: 'email'; required?: true }) => (
    <TextField
      name={field}
      label={t(`field.${field}`)}
      defaultValue={typed[field]}
      error={error(field)}
      autoComplete="off"
      {...more}
      hint={hint(field, more.hint)}
    />
  );
  return (
    <Form method="post" className="bo-fields" key={`${stands?.version ?? company?.version ?? 0} ${answer?.refused ?? ''}`} noValidate>
      <ErrorSummary
        faults={companyFields.flatMap((field) => (faults[field] ? [{ field, message: `${t(`field.${field}`)}: ${error(field)}` }] : []))}
      />
      <input type="hidden" name="key" value={answer?.key ?? key} />
      {/* Whoever has seen what a colleague wrote writes over it knowingly. */}
      {company && <input type="hidden" name="version" value={stands?.version ?? company.version} />}
      {company && (answer === null ? company.typed.email !== '' : answer.hadContact) && <input type="hidden" name="hadContact" value="1" />}
      {text('name', { maxLength: 120, required: true })}
      {text('nameAr', { maxLength: 120, dir: 'rtl' })}
      {text('licence', { maxLength: 60, dir: 'ltr' })}
      {text('trn', { maxLength: 20, dir: 'ltr', hint: t('hint.trn') })}
      {text('address', { maxLength: 200, hint: t('hint.address') })}
      {text('contactName', { maxLength: 120 })}
      {text('email', { maxLength: 254, type: 'email', hint: t('hint.email') })}
      {text('domain', { maxLength: 120, dir: 'ltr', hint: t('hint.domain') })}
      {text('termsDays', { maxLength: 3, dir: 'ltr', hint: t('hint.terms') })}
      <SelectField name="owner" label={t('field.owner')} defaultValue={typed.owner} error={error('owner')} hint={hint('owner')}>
        <option value="">{t('owner.none')}</option>
        {owners.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <div>
        <button className="bo-btn bo-btn--p" type="submit" name="intent" value="save">
          {t(company ? 'edit.save' : 'edit.make')}
        </button>
      </div>
    </Form>
  );
}

function Away({ company }: { company: NonNullable<Loaded['company']> }) {
  const t = useTexts('staff-companies');
  return (
    <section className="cu-card cu-after co-away" aria-labelledby="away">
      <header>
        <h2 id="away">{t(company.archived ? 'away.back' : 'away.title')}</h2>
      </header>
      <div className="cu-body">
        <p className="dl-quiet">{t(company.archived ? 'away.backText' : 'away.text')}</p>
        <Form method="post" className="cu-form">
          <input type="hidden" name="version" value={company.version} />
          <button className="bo-btn" type="submit" name="intent" value={company.archived ? 'bring-back' : 'archive'}>
            {t(company.archived ? 'away.backGo' : 'away.go')}
          </button>
        </Form>
      </div>
    </section>
  );
}
