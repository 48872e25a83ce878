import { useMemo } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { newFormKey, onceForForm, sameFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { factFields, readAssetFacts, type FactField } from '../asset-facts-form.ts';
import { officeZone } from '../office-zone.ts';
import { registerAssets, type Registered } from '../register-asset.server.ts';
import { factId, FactFields } from './fact-fields.tsx';
import type { Route } from './+types/asset-new-page.ts';
import './assets.css';

export const handle = { texts: ['staff-assets', 'asset-papers'] };

const here = '/admin/hr/asset-management';

/** The key with which one form registers one thing. */
export function loader() {
  return { key: newFormKey() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const typed = Object.fromEntries(factFields.map((field) => [field, plainLine(form.get(field), 80)])) as Record<FactField, string>;
  const read = readAssetFacts((field) => typed[field], dateIn(officeZone, platform.clock.now()));
  if (!read.ok) return data({ typed, wrong: read.wrong, known: false, key: sameFormKey(form) }, 422);
  const staffId = viewer.user.id;
  const { requestId } = context.get(requestContext);
  const made = await onceForForm<Registered>(platform, { actor: `user:${staffId}`, form, about: 'asset' }, (progress) =>
    registerAssets(platform, { things: [read.facts], staffId, requestId, keep: progress.answer }),
  );
  if (!made.ok) return data({ typed, wrong: [] as readonly FactField[], known: true, key: newFormKey() }, 422);
  return redirect(`${here}/${made.value[0]}?did=registered`, 303);
}

export default function AssetNewPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-assets');
  const faults = useMemo(
    () =>
      actionData?.known
        ? [{ field: factId('serial'), message: t('refused.known') }]
        : (actionData?.wrong ?? []).map((field) => ({ field: factId(field), message: `${t(`field.${field}`)}: ${t(`wrong.${field}`)}` })),
    [actionData, t],
  );
  return (
    <div className="dl as-page">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('new.title')}</h1>
        <p>{t('new.lead')}</p>
        <Link className="bo-btn" to={here}>
          {t('back')}
        </Link>
      </header>
      <ErrorSummary title={t('wrong.form')} faults={faults} />
      <Form method="post" className="dl-card as-form">
        <input type="hidden" name="key" value={actionData?.key ?? loaderData.key} />
        <div className="as-fields">
          <FactFields fields={factFields} typed={actionData?.typed ?? {}} wrong={actionData?.wrong ?? []} />
        </div>
        <div className="bo-actions">
          <button className="bo-btn bo-btn--p">{t('new.save')}</button>
        </div>
      </Form>
    </div>
  );
}
