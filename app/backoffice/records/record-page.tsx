import { data, Link, redirect } from 'react-router';
import { readCall } from '#app/commerce/record-notes/call-rules.ts';
import { keepFile, removeFile } from '#app/commerce/record-notes/keep-file.server.ts';
import { longestNote } from '#app/commerce/record-notes/note-rules.ts';
import { openNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import type { RecordAnswer } from '#app/commerce/record-notes/record-answer.ts';
import { recordAt, ruleOf } from '#app/commerce/record-notes/record-kinds.ts';
import { RecordNotes } from '#app/commerce/record-notes/record-notes.tsx';
import { checkNote, editNote, mayWriteOn, pinNote, removeNote, writeNote } from '#app/commerce/record-notes/write-note.server.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { plainText, plainVersion } from '#app/values/plain-text.ts';
import { findDeskRecord } from './find-desk-record.server.ts';
import type { Route } from './+types/record-page.ts';

export const handle = { texts: ['staff-records'] };

/** Notes and files of any record by themselves: where their forms are sent, and what comes back when one is refused. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const record = await findDeskRecord(platform.db, viewer, params);
  if (!record) throw new Response('Not found', { status: 404 });
  return { desk: await openNotes(platform, viewer, record) };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { requestId } = context.get(requestContext);
  const record = await findDeskRecord(platform.db, viewer, params);
  if (!record || viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const intent = form.get('intent');
  const words = plainText(form.get('words'), longestNote);
  const tell = [...new Set(form.getAll('tell').filter((id): id is string => typeof id === 'string' && /^[\w-]{1,64}$/.test(id)))];
  const id = plainText(form.get('note') ?? form.get('file'), 64);
  const home = recordAt(record);
  const actor = `user:${viewer.user.id}`;
  const refuse = (why: Pick<RecordAnswer, 'form' | 'wrong'> & Partial<RecordAnswer>, status = 422) =>
    data({ id: null, words, tell, key: newFormKey(), ...why } satisfies RecordAnswer, { status });
  if (!mayWriteOn(viewer, record)) throw redirect(`/admin/unauthorized?from=${encodeURIComponent(home)}`);

  if (intent !== 'file' && intent !== 'drop' && ruleOf(record.kind).filesOnly) throw new Response('Not found', { status: 404 });
  if (intent === 'note') {
    const checked = await checkNote(platform, viewer, record, { words, tell });
    if (!checked.ok) return refuse({ form: 'note', ...checked.fault });
    const about = `note ${record.kind} ${record.id}`;
    const note = await onceForForm<string>(platform, { actor, form, about }, (progress) =>
      writeNote(platform, viewer, record, { ...checked.note, requestId }, progress.answer),
    );
    return redirect(`${home}#note-${note}`, 302);
  }
  if (intent === 'call') {
    const typed = (name: string) => plainText(form.get(name), 40);
    const call = { way: typed('way'), outcome: typed('outcome'), minutes: typed('minutes'), number: typed('number') };
    const read = readCall(typed);
    if (!read.ok) return refuse({ form: 'call', wrong: read.wrong, call });
    const checked = await checkNote(platform, viewer, record, { words, tell: [], call: read.call });
    if (!checked.ok) return refuse({ form: 'call', call, ...checked.fault });
    const about = `call ${record.kind} ${record.id}`;
    const note = await onceForForm<string>(platform, { actor, form, about }, (progress) =>
      writeNote(platform, viewer, record, { ...checked.note, requestId }, progress.answer),
    );
    return redirect(`${home}#note-${note}`, 302);
  }
  if (intent === 'file') {
    const file = form.get('file');
    if (!(file instanceof File) || file.size === 0) return refuse({ form: 'file', wrong: 'no-file' });
    const content = new Uint8Array(await file.arrayBuffer());
    const about = `file ${record.kind} ${record.id}`;
    const kept = await onceForForm<Awaited<ReturnType<typeof keepFile>>>(platform, { actor, form, about }, (progress) =>
      keepFile(platform, viewer, record, { name: file.name, content, requestId }, progress.answer),
    );
    return kept.ok
      ? redirect(`${home}#files`, 303)
      : refuse({ form: 'file', wrong: kept.refused }, kept.refused === 'too-often' ? 429 : 422);
  }
  if (intent === 'drop') {
    const gone = await removeFile(platform, viewer, record, { id, why: words, requestId });
    return gone.ok ? redirect(`${home}#files`, 303) : refuse({ form: 'drop', id, wrong: gone.refused });
  }
  const asked = { id, version: plainVersion(form.get('version')), requestId };
  if (intent === 'edit') {
    const typed = (name: string) => plainText(form.get(name), 40);
    // Of a call; the end of its number stays as it was noted.
    const call = form.has('way') ? { way: typed('way'), outcome: typed('outcome'), minutes: typed('minutes'), number: '' } : undefined;
    const read = call && readCall((name) => (name === 'number' ? '' : typed(name)));
    if (call && read && !read.ok) return refuse({ form: 'edit', id, wrong: read.wrong, call });
    const checked = await checkNote(platform, viewer, record, { words, tell, ...(read?.ok && { call: read.call }) });
    if (!checked.ok) return refuse({ form: 'edit', id, ...(call && { call }), ...checked.fault });
    const edited = await editNote(platform, viewer, record, { ...asked, ...checked.note });
    if (edited.ok) return redirect(`${home}#note-${id}`, 303);
    const typedWrong = edited.refused === 'empty' || edited.refused === 'emptied';
    return refuse({ form: 'edit', id, wrong: edited.refused, ...(call && { call }) }, typedWrong ? 422 : 409);
  }
  const acts = {
    remove: () => removeNote(platform, viewer, record, asked),
    pin: () => pinNote(platform, viewer, record, { ...asked, pinned: true }),
    unpin: () => pinNote(platform, viewer, record, { ...asked, pinned: false }),
  };
  const act = typeof intent === 'string' && Object.hasOwn(acts, intent) ? acts[intent as keyof typeof acts] : null;
  if (!act) return refuse({ form: 'note', wrong: 'changed-meanwhile' }, 400);
  const done = await act();
  return done.ok ? redirect(`${home}#note-${id}`, 303) : refuse({ form: 'act', id, wrong: done.refused }, 409);
}

export default function RecordPage({ loaderData: { desk }, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-records');
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('page.title')}</h1>
        {desk.record.kind !== 'customer' && (
          <p>
            <bdi>{desk.record.name}</bdi>
          </p>
        )}
        <Link className="bo-btn" to={desk.page}>
          {t('page.back')}
        </Link>
      </header>
      <div className="dl-record">
        <div>
          <RecordNotes desk={desk} answer={actionData ?? null} />
        </div>
      </div>
    </div>
  );
}
