import { Form } from 'react-router';
import { Poster } from '#app/ui/poster/poster.tsx';
import { posterCrops, posterLandmarks, posterPalettes, posterScenes, type PosterCrop } from '#app/ui/poster/poster-names.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { contentTopics, hasPoster, mayChangeTopic, type ContentKind } from '../content-kinds.ts';
import type { ContentLook } from '../look-form.ts';

/** Topic and poster of a text, shown as they would be before they are saved: the first button only looks. */
export function LookCard({
  record,
}: {
  record: {
    readonly id: string;
    readonly slug: string;
    readonly kind: ContentKind;
    readonly version: number;
    readonly lang: string;
    readonly live: number | null;
    readonly mayEdit: boolean;
    readonly look: ContentLook;
    readonly looked: boolean;
  };
}) {
  const t = useTexts('staff-content');
  const names = useTexts('staff-posters');
  const { kind, look, mayEdit } = record;
  const choice = (name: string, label: string, value: string, options: readonly string[], none: string | null) => (
    <label>
      {label}
      <select name={name} defaultValue={value}>
        {none !== null && <option value="">{none}</option>}
        {options.map((each) => (
          <option key={each} value={each}>
            {names(`${name}s.${each}`)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div className="dl-card cd-look">
      <h2>{t('view.look')}</h2>
      {record.live !== null && <p className="dl-quiet">{t('look.atOnce')}</p>}
      <Form method="get" action={`/admin/content/${record.id}`} key={JSON.stringify(look)}>
        <input type="hidden" name="lang" value={record.lang} />
        <input type="hidden" name="view" value="look" />
        <input type="hidden" name="version" value={record.version} />
        {mayChangeTopic(kind) && (
          <label>
            {t('column.topic')}
            <select name="topic" defaultValue={look.topic}>
              {contentTopics[kind].map((topic) => (
                <option key={topic} value={topic}>
                  {t(`topic.${topic}`)}
                </option>
              ))}
            </select>
          </label>
        )}
        {hasPoster(kind) && (
          <>
            {choice('scene', t('look.scene'), look.poster?.scene ?? '', posterScenes, t('look.none'))}
            {choice('palette', t('look.palette'), look.poster?.palette ?? posterPalettes[0], posterPalettes, null)}
            {choice('landmark', t('look.landmark'), look.poster?.landmark ?? '', posterLandmarks, t('look.noLandmark'))}
          </>
        )}
        {mayEdit && (mayChangeTopic(kind) || hasPoster(kind)) ? (
          <p className="cd-look__acts">
            {hasPoster(kind) && (
              <button className="bo-btn" type="submit">
                {t('look.show')}
              </button>
            )}
            <button className="bo-btn bo-btn--p" type="submit" formMethod="post" name="look" value="save">
              {t('look.save')}
            </button>
          </p>
        ) : (
          <p className="dl-quiet">{t('look.fixed')}</p>
        )}
      </Form>
      {record.looked && (
        <p className="dl-said" role="status">
          {t('look.notSaved')}
        </p>
      )}
      {hasPoster(kind) && look.poster && (
        <div className="cd-look__posters">
          {(Object.keys(posterCrops) as PosterCrop[]).map((crop) => (
            <Poster key={crop} place={record.slug} art={look.poster!} crop={crop} alt={t('look.poster')} eager />
          ))}
        </div>
      )}
    </div>
  );
}
