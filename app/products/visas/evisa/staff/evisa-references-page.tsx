import { data, Form, Link } from 'react-router';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { checkReferences } from './check-references.server.ts';
import type { Route } from './+types/evisa-references-page.ts';
import './evisa-desk.css';

export const handle = { texts: ['staff-evisas', 'staff-lists'] };

const list = '/admin/orders/evisa';
const mostCharacters = 64 * 1024;

/** There is nothing to show before a list is sent. */
export function loader() {
  return null;
}

/** What authorities call the applications that were handed to them: a list is checked line by line before anything is done. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const file = form.get('file');
  const typed = String(form.get('list') ?? '');
  const text = (file instanceof File && file.size > 0 ? await file.slice(0, mostCharacters).text() : typed).slice(0, mostCharacters);
  const checked = await checkReferences(context.get(platformContext), text);
  return data({ ...checked, key: newFormKey() }, { status: checked.lines.length === 0 ? 400 : 200 });
}

export default function EvisaReferencesPage({ actionData }: Route.ComponentProps) {
  const t = useTexts('staff-evisas');
  const lists = useTexts('staff-lists');
  const language = useLanguage();
  const lines = actionData?.lines ?? [];
  const ready = lines.filter(({ locked }) => locked === null);
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('references.title')}</h1>
        <p>{t('references.sub')}</p>
        <Link className="bo-btn" to={`${list}?queue=ready`}>
          {lists('bulk.back')}
        </Link>
      </header>
      {actionData && lines.length === 0 && (
        <p className="dl-said dl-said--warn" role="alert">
          <Icon name="warning" /> {t('references.empty')}
        </p>
      )}
      {lines.length > 0 && (
        <section>
          <h2 id="report" className="sr-only">
            {t('references.report')}
          </h2>
          <p className={`dl-said${ready.length < lines.length ? ' dl-said--warn' : ''}`} role="status">
            <Icon name={ready.length < lines.length ? 'warning' : 'done'} />
            {t('references.counted', {
              ready: formatNumber(ready.length, language),
              all: formatNumber(lines.length + (actionData?.left ?? 0), language),
            })}
          </p>
          <ScrollRegion className="dl-sheet" labelledBy="report">
            <table>
              <thead>
                <tr>
                  {(['line', 'case', 'authority', 'verdict'] as const).map((column) => (
                    <th key={column} scope="col">
                      {t(`references.${column}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {lines.map((line) => (
                  <tr key={line.line}>
                    <td>{formatNumber(line.line, language)}</td>
                    <td>
                      {line.id ? (
                        <Link to={`${list}/${line.id}`}>
                          <bdi>{line.typed}</bdi>
                        </Link>
                      ) : (
                        <bdi>{line.typed}</bdi>
                      )}
                    </td>
                    <td>
                      <bdi>{line.authority}</bdi>
                    </td>
                    <td className={line.locked ? 'dl-late' : undefined}>
                      {line.locked ? t(`refused.${line.locked}`) : lists('bulk.ready')}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
          {ready.length > 0 && (
            <Form method="post" action={`${list}/bulk`} className="ed-import">
              <input type="hidden" name="key" value={actionData!.key} />
              {ready.map((line) => (
                <span key={line.line} hidden>
                  <input type="hidden" name="case" value={line.id!} />
                  <input type="hidden" name="reference" value={line.authority} />
                </span>
              ))}
              <button className="bo-btn bo-btn--p" name="intent" value="file">
                {lists('bulk.go', { what: t('bulk.file'), n: formatNumber(ready.length, language) })}
              </button>
            </Form>
          )}
        </section>
      )}
      <Form method="post" encType="multipart/form-data" className="dl-card ed-form ed-import">
        <p className="dl-quiet">{t('references.how')}</p>
        <label>
          {t('references.paste')}
          <textarea name="list" rows={8} dir="ltr" spellCheck={false} placeholder={'7K2M9-4QX3D/1, LK-77812'} />
        </label>
        <label>
          {t('references.file')}
          <input name="file" type="file" accept=".csv,.txt,.tsv" />
        </label>
        <button className="bo-btn bo-btn--p" type="submit">
          {t('references.check')}
        </button>
      </Form>
    </div>
  );
}
