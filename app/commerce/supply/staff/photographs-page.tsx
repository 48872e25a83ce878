import { Form, Link, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import { photoAddress, photoWidthsOf } from '#app/ui/poster/photo-address.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { isSlug } from '#app/values/ids.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { plainVersion } from '#app/values/plain-text.ts';
import { focusSteps, mostOfOneThing, photographKinds, readAlts, readFocus, type Alts } from '../photograph-rules.ts';
import { listPhotographs } from '../photographs-store.server.ts';
import { addPhotograph, workPhotograph, type PhotographWork } from '../work-photographs.server.ts';
import type { Route } from './+types/photographs-page.ts';
import '../supply-desk.css';
import './photographs.css';

export const handle = { texts: ['staff-photographs', 'staff-editions'] };

/** Where the thing itself is worked on. */
const records = {
  tour: (id: string) => `/admin/supply/holiday-packages/${id}`,
  experience: (id: string) => `/admin/supply/activities/${id}`,
  stay: (id: string) => `/admin/supply/staycations/${id}`,
} as const;

function placeOf(params: { readonly kind: string; readonly thing: string }) {
  const kind = photographKinds.find((one) => one === params.kind);
  if (!kind || !isSlug(params.thing)) throw new Response('Not found', { status: 404 });
  return { kind, thing: params.thing };
}

/** The photographs of a tour, an activity or a stay. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const place = placeOf(params);
  const rows = await listPhotographs(platform.db, place.kind, place.thing);
  return {
    ...place,
    record: records[place.kind](place.thing),
    rows: rows.map(({ id, hash, width, height, focusX, focusY, alt, version }) => ({
      id,
      hash,
      width,
      height,
      focusX,
      focusY,
      alt,
      version,
      told: alt[language],
    })),
    works: may(context.get(viewerContext), 'products:edit'),
    did: url.searchParams.get('did'),
    refused: url.searchParams.get('refused'),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const place = placeOf(params);
  const form = await request.formData();
  const back = (said: Readonly<Record<string, string>>) =>
    redirect(`/admin/supply/photographs/${place.kind}/${place.thing}?${new URLSearchParams(said)}`, 303);
  const alt = readAlts((language) => String(form.get(`alt-${language}`) ?? ''));
  const focus = readFocus(String(form.get('focus') ?? '50,50'));
  if (!focus) return back({ refused: 'focus' });
  const intent = String(form.get('intent') ?? '');
  if (intent === 'add') {
    const file = form.get('photograph');
    const content = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array();
    const added = await addPhotograph(platform, { ...place, content, alt, focus, staffId: viewer.user.id });
    return back(added.ok ? { did: 'add' } : { refused: added.refused });
  }
  const work = workOf(intent, alt, focus);
  if (!work) throw new Response('Not found', { status: 404 });
  const version = plainVersion(form.get('version'));
  const worked = await workPhotograph(platform, { ...place, id: String(form.get('id') ?? ''), version, staffId: viewer.user.id, work });
  return back(worked.ok ? { did: intent } : { refused: worked.refused });
}

function workOf(intent: string, alt: Alts | null, focus: { readonly x: number; readonly y: number }): PhotographWork | null {
  if (intent === 'describe') return { do: 'describe', alt, focus };
  return intent === 'first' || intent === 'remove' ? { do: intent } : null;
}

export default function PhotographsPage({ loaderData: page }: Route.ComponentProps) {
  const t = useTexts('staff-photographs');
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('lede')}</p>
        <Link className="bo-btn" to={page.record}>
          {t('record')}
        </Link>
      </header>
      <DeskSaid
        refused={page.refused && t(`refused.${page.refused}`, { defaultValue: t('refused.damaged') })}
        did={page.did && t(`did.${page.did}`, { defaultValue: t('did.describe') })}
      />
      {page.rows.length === 0 && <p className="dl-none">{t('none')}</p>}
      <ol className="ph-list">
        {page.rows.map((row, at) => (
          <li key={`${row.id} ${row.version}`} className="dl-card ph-one">
            <div>
              <h2>{t(at === 0 ? 'first' : 'other', { number: at + 1 })}</h2>
              <span className="ph-crop">
                <img
                  src={photoAddress(row.hash, photoWidthsOf(row)[0]!, 'webp')}
                  alt={row.told}
                  width={row.width}
                  height={row.height}
                  style={{ objectPosition: `${row.focusX}% ${row.focusY}%` }}
                />
              </span>
              <p className="td-hint">{t('crop')}</p>
              {page.works && (
                <Form method="post" className="td-acts">
                  <input type="hidden" name="id" value={row.id} />
                  <input type="hidden" name="version" value={row.version} />
                  {at > 0 && (
                    <button className="bo-btn" name="intent" value="first">
                      {t('makeFirst')}
                    </button>
                  )}
                  <button className="bo-btn bo-btn--danger" name="intent" value="remove">
                    {t('remove')}
                  </button>
                </Form>
              )}
            </div>
            <DeskForm sends={page.works} facts method="post" className="td-form">
              <input type="hidden" name="id" value={row.id} />
              <input type="hidden" name="version" value={row.version} />
              <fieldset className="td-form__body">
                <legend className="sr-only">{t('describe')}</legend>
                <FocusGrid
                  picture={photoAddress(row.hash, photoWidthsOf(row)[0]!, 'webp')}
                  x={row.focusX}
                  y={row.focusY}
                  ratio={row.width / row.height}
                />
                <AltFields alt={row.alt} />
                {page.works && (
                  <p>
                    <button className="bo-btn bo-btn--p" name="intent" value="describe">
                      {t('save')}
                    </button>
                  </p>
                )}
              </fieldset>
            </DeskForm>
          </li>
        ))}
      </ol>
      {page.works && page.rows.length < mostOfOneThing && (
        <section className="dl-card">
          <h2>{t('add')}</h2>
          <Form method="post" encType="multipart/form-data" className="td-form">
            <div className="td-form__body">
              <label>
                {t('file')}
                <input type="file" name="photograph" accept="image/jpeg,image/png,image/webp" required />
              </label>
              <p className="td-hint">{t('fileHint')}</p>
              <FocusGrid picture={null} x={50} y={50} ratio={3 / 2} />
              <AltFields alt={null} />
              <p>
                <button className="bo-btn bo-btn--p" name="intent" value="add">
                  {t('upload')}
                </button>
              </p>
            </div>
          </Form>
        </section>
      )}
    </div>
  );
}

const nearest = (value: number) =>
  focusSteps.reduce((best, one) => (Math.abs(one - value) < Math.abs(best - value) ? one : best), focusSteps[2] as number);

/** Twenty-five points over the picture: the chosen one stays visible however it is cropped. Needs no script. */
function FocusGrid({ picture, x, y, ratio }: { picture: string | null; x: number; y: number; ratio: number }) {
  const t = useTexts('staff-photographs');
  const [column, row] = [nearest(x), nearest(y)];
  return (
    <fieldset className="ph-focus">
      <legend>{t('focus')}</legend>
      <div className="ph-focus__grid" style={{ aspectRatio: ratio, ...(picture ? { backgroundImage: `url(${picture})` } : {}) }}>
        {focusSteps.flatMap((down) =>
          focusSteps.map((across) => (
            <input
              key={`${across},${down}`}
              type="radio"
              name="focus"
              value={`${across},${down}`}
              defaultChecked={across === column && down === row}
              aria-label={t('point', { across, down })}
            />
          )),
        )}
      </div>
    </fieldset>
  );
}

function AltFields({ alt }: { alt: Alts | null }) {
  const t = useTexts('staff-photographs');
  const editions = useTexts('staff-editions');
  return (
    <fieldset className="ph-alts">
      <legend>{t('alt')}</legend>
      {languageCodes.map((language) => (
        <label key={language}>
          {editions(`lang.${language}`)}
          <input
            name={`alt-${language}`}
            defaultValue={alt?.[language] ?? ''}
            required
            minLength={3}
            maxLength={200}
            lang={language}
            dir={language === 'ar' ? 'rtl' : 'ltr'}
          />
        </label>
      ))}
    </fieldset>
  );
}
