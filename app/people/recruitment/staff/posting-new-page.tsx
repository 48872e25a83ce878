import { data, Link, redirect } from 'react-router';
import { newFormKey, onceForForm, sameFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { findPostingAsStaff } from '../job-postings-store.server.ts';
import { emptyFields, fieldsOf, typedFields } from '../posting-fields.ts';
import { readPosting } from '../posting-form.ts';
import { listApproved } from '../requisitions-store.server.ts';
import { PostingEditor } from './posting-editor.tsx';
import { readContent, writePosting } from './work-posting.server.ts';
import type { Route } from './+types/posting-new-page.ts';

export const handle = { texts: ['staff-postings', 'staff-hiring', 'staff-interviews', 'careers'] };

const list = '/admin/job-postings';

/** An empty editor, or with `?from=` a copy of another posting without its requisition. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const from = plainLine(url.searchParams.get('from'), 80);
  const [posting, requisitions] = await Promise.all([
    from ? findPostingAsStaff(platform.db, from.slice(0, 80)) : null,
    listApproved(platform.db),
  ]);
  const requisition = plainLine(url.searchParams.get('requisition'), 60).slice(0, 60);
  return {
    copied: posting !== null,
    requisitions,
    key: newFormKey(),
    fields: posting ? fieldsOf({ ...(await readContent(platform, posting, true)), closesOn: '' }) : { ...emptyFields, requisition },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const read = readPosting(form, dateIn('Asia/Dubai', platform.clock.now()), true);
  if (!read.ok) return data({ fields: typedFields(form), errors: read.errors, refused: null, key: sameFormKey(form) }, 422);
  const { requestId } = context.get(requestContext);
  const written = await onceForForm<Awaited<ReturnType<typeof writePosting>>>(
    platform,
    { actor: `user:${viewer.user.id}`, form, about: 'posting' },
    (progress) => writePosting(platform, { viewer, requestId, posting: null, version: null, content: read.value, keep: progress.answer }),
  );
  if (!written.ok) return data({ fields: typedFields(form), errors: {}, refused: written.refused, key: newFormKey() }, 409);
  return redirect(`${list}/${written.value}?did=written`, 303);
}

export default function PostingNewPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-postings');
  return (
    <div className="dl po-page">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t(loaderData.copied ? 'new.copy' : 'new.title')}</h1>
        <p>{t('new.lead')}</p>
        <Link className="bo-btn" to={list}>
          {t('back')}
        </Link>
      </header>
      {actionData?.refused && (
        <p className="dl-said dl-said--warn" role="alert">
          {t(`refused.${actionData.refused}`)}
        </p>
      )}
      <PostingEditor
        fields={actionData?.fields ?? loaderData.fields}
        errors={actionData?.errors ?? {}}
        version={null}
        formKey={actionData?.key ?? loaderData.key}
        requisitions={loaderData.requisitions}
        back={list}
        draft
      />
    </div>
  );
}
