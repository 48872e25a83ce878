import { useMemo } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { listStaffAccounts } from '#app/platform/staff-accounts-store.server.ts';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import { departments, employments, places } from '../job-posting-kinds.ts';
import { typedFields } from '../posting-fields.ts';
import { readRequisition, type RequisitionField } from '../requisition-form.ts';
import { writeRequisition } from '../work-requisition.server.ts';
import type { Route } from './+types/requisition-new-page.ts';
import './postings.css';

export const handle = { texts: ['staff-recruitment', 'careers'] };

const list = '/admin/recruitment';

const colleagues = async ({ db, clock }: Pick<Platform, 'db' | 'clock'>) =>
  (await listStaffAccounts(db, { status: 'active', role: null, find: '' }, clock.now())).map(({ userId, name }) => ({ id: userId, name }));

/** The key with which one form makes one requisition, and who may lead its hiring. */
export async function loader({ context }: Route.LoaderArgs) {
  return { key: newFormKey(), leads: await colleagues(context.get(platformContext)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const leads = new Set((await colleagues(platform)).map(({ id }) => id));
  const read = readRequisition(form, dateIn('Asia/Dubai', platform.clock.now()), leads);
  if (!read.ok) return data({ typed: typedFields(form), wrong: read.wrong }, 422);
  const { requestId } = context.get(requestContext);
  const written = await onceForForm<Awaited<ReturnType<typeof writeRequisition>>>(
    platform,
    { actor: `user:${viewer.user.id}`, form, about: 'requisition' },
    (progress) => writeRequisition(platform, { viewer, requestId, content: read.value, keep: progress.answer }),
  );
  if (!written.ok) throw redirect(`/admin/unauthorized?from=${list}`);
  return redirect(`${list}/requisitions/${written.value}?did=written`, 303);
}

export default function RequisitionNewPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-recruitment');
  const words = useTexts('careers');
  const typed = actionData?.typed ?? {};
  const wrong: readonly RequisitionField[] = actionData?.wrong ?? [];
  const faults = useMemo(
    () => (actionData?.wrong ?? []).map((name) => ({ field: name, message: `${t(`field.${name}`)}: ${t(`wrong.${name}`)}` })),
    [actionData, t],
  );
  const given = (name: RequisitionField) => ({
    name,
    id: name,
    defaultValue: typed[name] ?? '',
    ...(wrong.includes(name) && { 'aria-invalid': true, 'aria-describedby': `${name}-wrong` }),
  });
  const said = (name: RequisitionField) =>
    wrong.includes(name) && (
      <small className="bo-wrong" id={`${name}-wrong`}>
        {t(`wrong.${name}`)}
      </small>
    );
  const choices = { department: departments, place: places, employment: employments } as const;
  return (
    <div className="dl po-page">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('new.title')}</h1>
        <p>{t('new.lead')}</p>
        <Link className="bo-btn" to={list}>
          {t('back')}
        </Link>
      </header>
      <ErrorSummary title={t('wrong.form')} faults={faults} />
      <Form method="post" className="dl-card po-form" noValidate>
        <input type="hidden" name="key" value={loaderData.key} />
        <div className="po-fields">
          <label>
            <span>{t('field.title')}</span>
            <input {...given('title')} maxLength={80} dir="auto" autoComplete="off" />
            {said('title')}
          </label>
          {(['department', 'place', 'employment'] as const).map((name) => (
            <label key={name}>
              <span>{t(`field.${name}`)}</span>
              <select {...given(name)}>
                <option value="">{t('choose')}</option>
                {choices[name].map((one) => (
                  <option key={one} value={one}>
                    {words(`${name}.${one}`)}
                  </option>
                ))}
              </select>
              {said(name)}
            </label>
          ))}
          {(['positions', 'salaryLeast', 'salaryMost'] as const).map((name) => (
            <label key={name}>
              <span>{t(`field.${name}`)}</span>
              <input {...given(name)} inputMode="numeric" maxLength={name === 'positions' ? 2 : 10} autoComplete="off" />
              {said(name)}
            </label>
          ))}
          <label>
            <span>{t('field.neededBy')}</span>
            <input type="date" {...given('neededBy')} />
            {said('neededBy')}
          </label>
          <label>
            <span>{t('field.lead')}</span>
            <select {...given('lead')}>
              <option value="">{t('leadIsMe')}</option>
              {loaderData.leads.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
            {said('lead')}
          </label>
        </div>
        <div className="po-text">
          <label>
            <span>{t('field.reason')}</span>
            <textarea {...given('reason')} rows={4} maxLength={2000} dir="auto" />
            {said('reason')}
          </label>
        </div>
        <div className="bo-actions">
          <button className="bo-btn bo-btn--p">{t('new.save')}</button>
        </div>
      </Form>
    </div>
  );
}
