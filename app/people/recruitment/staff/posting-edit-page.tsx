import { useMemo } from 'react';
import { data, Link, redirect } from 'react-router';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { reloadOvertaken } from '#app/ui/reload-overtaken.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { dateIn } from '#app/values/dates.ts';
import { plainLine, plainVersion } from '#app/values/plain-text.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { findPostingAsStaff } from '../job-postings-store.server.ts';
import { fieldsOf, typedFields } from '../posting-fields.ts';
import { readPosting } from '../posting-form.ts';
import { listApproved } from '../requisitions-store.server.ts';
import { PostingEditor } from './posting-editor.tsx';
import { PostingStands } from './posting-stands.tsx';
import { freshFindings, readContent, titleOf, writePosting } from './work-posting.server.ts';
import type { Route } from './+types/posting-edit-page.ts';

export const handle = { texts: ['staff-postings', 'staff-hiring', 'staff-interviews', 'careers', 'staff-editions'] };

const list = '/admin/job-postings';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const posting = await findPostingAsStaff(platform.db, params.id);
  if (!posting || posting.status === 'archived') throw new Response('Not found', { status: 404 });
  const [content, requisitions] = await Promise.all([readContent(platform, posting), listApproved(platform.db, posting.requisitionId)]);
  return {
    id: posting.id,
    version: posting.version,
    draft: posting.status === 'draft',
    // The language whose words are looked at, from the list of what is missing.
    opens: languageCodes.find((one) => one === url.searchParams.get('words')) ?? null,
    isPublic: posting.status !== 'draft' && posting.status !== 'scheduled',
    fields: fieldsOf(content),
    requisitions,
    title: titleOf(content),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const posting = await findPostingAsStaff(platform.db, params.id);
  if (!posting) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const version = plainVersion(form.get('version'));
  const read = readPosting(form, dateIn('Asia/Dubai', platform.clock.now()), posting.status === 'draft');
  if (!read.ok) return data({ fields: typedFields(form), version, errors: read.errors, refused: null, findings: [] }, 422);
  const { requestId } = context.get(requestContext);
  const reason = plainLine(form.get('check-reason'), 300).slice(0, 300);
  const written = await writePosting(platform, { viewer, requestId, posting, version, content: read.value, reason });
  if (!written.ok) {
    const { refused } = written;
    const findings = refused === 'check-reason' ? await freshFindings(platform, posting, read.value) : [];
    return data({ fields: typedFields(form), version, errors: {}, refused, findings }, findings.length > 0 ? 422 : 409);
  }
  return redirect(`${list}/${posting.id}?did=written`, 303);
}

export { reloadOvertaken as shouldRevalidate };

export default function PostingEditPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-postings');
  const back = `${list}/${loaderData.id}`;
  const overtaken = actionData?.refused === 'changed-meanwhile' ? actionData.fields : null;
  const faults = useMemo(
    () => (actionData?.refused === 'check-reason' ? [{ field: 'check-reason', message: t('refused.check-reason') }] : []),
    [actionData, t],
  );
  return (
    <div className="dl po-page">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('edit.title')}</h1>
        <p>
          <bdi>{loaderData.title}</bdi>
        </p>
        <Link className="bo-btn" to={back}>
          {t('edit.back')}
        </Link>
      </header>
      {loaderData.isPublic && <p className="dl-note">{t('edit.public')}</p>}
      <ErrorSummary faults={faults} />
      {actionData?.refused && faults.length === 0 && !overtaken && (
        <p className="dl-said dl-said--warn" role="alert">
          {t(`refused.${actionData.refused}`)}
        </p>
      )}
      {overtaken && <PostingStands typed={overtaken} stands={loaderData.fields} />}
      <PostingEditor
        fields={actionData?.fields ?? loaderData.fields}
        errors={actionData?.errors ?? {}}
        version={overtaken ? loaderData.version : (actionData?.version ?? loaderData.version)}
        requisitions={loaderData.requisitions}
        back={back}
        draft={loaderData.draft}
        opens={loaderData.opens}
        findings={actionData?.findings ?? []}
      />
    </div>
  );
}
