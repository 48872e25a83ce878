import { Form } from 'react-router';
import { Icon } from '../icon.tsx';
import { useTexts } from '../texts.tsx';

/** One button that does one thing to the record as its reader sees it. `texts` has the button's words under `act.<intent>`. */
export function Press({ texts, version, intent, primary = false }: { texts: string; version: number; intent: string; primary?: boolean }) {
  const t = useTexts(texts);
  return (
    <Form method="post">
      <input type="hidden" name="version" value={version} />
      <button className={`bo-btn${primary ? ' bo-btn--p' : ''}`} name="intent" value={intent}>
        {t(`act.${intent}`)}
      </button>
    </Form>
  );
}

/**
 * Says above a record what became of what was pressed: `did.<did>` when it is done, otherwise why not (`refused.<refused>`)
 * and which fields are wrong (`wrong.<fault>`), each leading to its field.
 */
export function DeedAnswer({
  texts,
  did,
  answer,
}: {
  texts: string;
  did: string | null;
  answer: { readonly refused: string | null; readonly faults: readonly { readonly field: string; readonly fault: string }[] } | null;
}) {
  const t = useTexts(texts);
  if (!answer)
    return (
      did && (
        <p className="dl-said" role="status">
          <Icon name="done" /> {t(`did.${did}`)}
        </p>
      )
    );
  return (
    <div className="dl-said dl-said--warn" role="alert" tabIndex={-1}>
      <Icon name="warning" />
      <div>
        {answer.refused && <p>{t([`refused.${answer.refused}`, 'refused.not-possible'])}</p>}
        {answer.faults.length > 0 && (
          <ul>
            {answer.faults.map(({ field, fault }) => (
              <li key={field + fault}>
                <a href={`#${field}`}>{t(`wrong.${fault}`)}</a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
