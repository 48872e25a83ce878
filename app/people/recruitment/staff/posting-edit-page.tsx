import { useMemo } from 'react';
import { data, Link, redirect } from 'react-router';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { dateIn } from '#app/values/dates.ts';
import { plainLine, plainVersion } from '#app/values/plain-text.ts';
import { findPostingAsStaff } from '../job-postings-store.server.ts';
import { fieldsOf, typedFields } from '../posting-fields.ts';
import { readPosting } from '../posting-form.ts';
import { listApproved } from '../requisitions-store.server.ts';
import { PostingEditor } from './posting-editor.tsx';
import { freshFindings, readContent, writePosting } from './work-posting.server.ts';
import type { Route } from './+types/posting-edit-page.ts';

export const handle = { texts: ['staff-postings', 'staff-hiring', 'staff-interviews', 'careers'] };

const list = '/admin/job-postings';

export async function loader({ context, params }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const posting = await findPostingAsStaff(platform.db, params.id);
  if (!posting || posting.status === 'archived') throw new Response('Not found', { status: 404 });
  const [content, requisitions] = await Promise.all([readContent(platform, posting), listApproved(platform.db, posting.requisitionId)]);
  return {
    id: posting.id,
    version: posting.version,
    isPublic: posting.status !== 'draft' && posting.status !== 'scheduled',
    fields: fieldsOf(content),
    requisitions,
    title: content.words.en.title,
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
  const read = readPosting(form, dateIn('Asia/Dubai', platform.clock.now()));
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

export default function PostingEditPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-postings');
  const back = `${list}/${loaderData.id}`;
  const faults = useMemo(
    () => (actionData?.refused === 'check-reason' ? [{ field: 'check-reason', message: t('refused.check-reason') }] : []),
    [actionData, t],
  );
  return (
    <div className="dl po-page">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('edit.title')}</h1>
        <p>
          <bdi lang="en">{loaderData.title}</bdi>
        </p>
        <Link className="bo-btn" to={back}>
          {t('edit.back')}
        </Link>
      </header>
      {loaderData.isPublic && <p className="dl-note">{t('edit.public')}</p>}
      <ErrorSummary faults={faults} />
      {actionData?.refused && faults.length === 0 && (
        <p className="dl-said dl-said--warn" role="alert">
          {t(`refused.${actionData.refused}`)}
        </p>
      )}
      <PostingEditor
        fields={actionData?.fields ?? loaderData.fields}
        errors={actionData?.errors ?? {}}
        version={actionData?.version ?? loaderData.version}
        requisitions={loaderData.requisitions}
        back={back}
        findings={actionData?.findings ?? []}
      />
    </div>
  );
}
