import { Form, Link } from 'react-router';
import { useTexts } from '#app/ui/texts.tsx';
import { assetPlaces, disposalWays, returnReasons } from '../asset-kinds.ts';
import type { Route } from './+types/asset-page.ts';
import { askId, type DeskMove } from './asset-asks.ts';

type Loaded = Route.ComponentProps['loaderData'];
type Sent = Route.ComponentProps['actionData'];

const base = '/admin/hr/asset-management';

/** What each move asks besides its button. */
const asks: Readonly<Record<DeskMove, readonly string[]>> = {
  reserve: ['holder'],
  release: [],
  'request-return': ['why', 'dueBackOn', 'reason'],
  keep: ['dueBackOn'],
  pass: ['place', 'wiped'],
  break: ['vendor', 'rma', 'reason'],
  'send-to-repair': ['vendor', 'rma', 'reason'],
  repaired: ['reason'],
  retire: ['way', 'certificate', 'wiped'],
  lose: ['police', 'reason', 'wiped'],
  find: ['reason'],
};

function Ask({ act, field, loaded, sent }: { act: string; field: string; loaded: Loaded; sent: Sent }) {
  const t = useTexts('staff-assets');
  const { asset, people, today } = loaded;
  const mine = sent?.act === act ? sent : null;
  const isWrong = mine?.field === field;
  const id = askId(act, field);
  const about = { id, ...(isWrong && { 'aria-invalid': true as const, 'aria-describedby': `${id}-wrong` }) };
  const typed = mine?.typed[field];
  const said = isWrong && (
    <small className="bo-wrong" id={`${id}-wrong`}>
      {t(`refused.${mine.refused}`)}
    </small>
  );
  if (field === 'wiped')
    return asset.keepsData ? (
      <label className="as-wiped">
        <input type="checkbox" name="wiped" defaultChecked={typed !== undefined} {...about} />
        <span>
          {t('ask.wiped')}
          {said}
        </span>
      </label>
    ) : null;
  return (
    <label className="as-field">
      <span>{t(`ask.${field}`)}</span>
      {field === 'holder' ? (
        <select name="holder" required defaultValue={typed ?? ''} {...about}>
          <option value="">{t('handOver.choose')}</option>
          {people.map((one) => (
            <option key={one.userId} value={one.userId}>
              {one.displayName}
            </option>
          ))}
        </select>
      ) : field === 'place' ? (
        <select name="place" defaultValue={typed ?? asset.place} {...about}>
          {assetPlaces.map((place) => (
            <option key={place} value={place}>
              {t(`place.${place}`)}
            </option>
          ))}
        </select>
      ) : field === 'way' ? (
        <select name="way" defaultValue={typed} {...about}>
          {disposalWays.map((way) => (
            <option key={way} value={way}>
              {t(`way.${way}`)}
            </option>
          ))}
        </select>
      ) : field === 'why' ? (
        <select name="why" defaultValue={typed} {...about}>
          {returnReasons.map((why) => (
            <option key={why} value={why}>
              {t(`why.${why}`)}
            </option>
          ))}
        </select>
      ) : field === 'dueBackOn' ? (
        <input type="date" name="dueBackOn" min={today} dir="ltr" defaultValue={typed} {...about} />
      ) : (
        <input
          name={field}
          required={field === 'vendor' || field === 'police' || field === 'certificate'}
          maxLength={300}
          autoComplete="off"
          dir="auto"
          defaultValue={typed}
          {...about}
        />
      )}
      {said}
    </label>
  );
}

/** What can be done next with a thing, each with what it asks. */
export function AssetMoves({ loaded, sent }: { loaded: Loaded; sent: Sent }) {
  const { asset, moves, writeOff, papers } = loaded;
  const t = useTexts('staff-assets');
  return (
    <section className="dl-card as-moves">
      <h2>{t('next')}</h2>
      {loaded.canHandOver && (
        <Link
          className="bo-btn bo-btn--p bo-btn--wide"
          to={`${base}/hand-over?asset=${asset.tag}${asset.holderId ? `&to=${encodeURIComponent(asset.holderId)}` : ''}`}
        >
          {t('handOver.go')}
        </Link>
      )}
      {loaded.canTakeBack && (
        <Link className="bo-btn bo-btn--p bo-btn--wide" to={`${base}/take-back?asset=${asset.tag}`}>
          {t('takeBack.go')}
        </Link>
      )}
      {moves.map((event) => (
        <details key={event} name="move" open={sent?.act === event || undefined}>
          <summary>{t(`move.${event}`)}</summary>
          <Form method="post" className="as-form">
            <input type="hidden" name="version" value={asset.version} />
            {asks[event].map((field) => (
              <Ask key={field} act={event} field={field} loaded={loaded} sent={sent} />
            ))}
            <button className={`bo-btn${event === 'lose' || event === 'retire' ? ' bo-btn--danger' : ''}`} name="act" value={event}>
              {t(`move.${event}`)}
            </button>
          </Form>
        </details>
      ))}
      {asset.status === 'lost' && !writeOff && (
        <details name="move" open={sent?.act === 'ask-write-off' || undefined}>
          <summary>{t('writeOff.ask')}</summary>
          <Form method="post" className="as-form">
            <Ask act="ask-write-off" field="reason" loaded={loaded} sent={sent} />
            <button className="bo-btn bo-btn--danger" name="act" value="ask-write-off">
              {t('writeOff.ask')}
            </button>
          </Form>
        </details>
      )}
      {asset.status === 'pending_acceptance' && (
        <Form method="post" className="as-form">
          <p className="dl-quiet">{t('waitsForSignature')}</p>
          <input type="hidden" name="paper" value={papers.find(({ status }) => status === 'pending')?.reference ?? ''} />
          <button className="bo-btn" name="act" value="withdraw">
            {t('withdraw')}
          </button>
        </Form>
      )}
      {moves.length === 0 && asset.status !== 'pending_acceptance' && asset.status !== 'lost' && (
        <p className="dl-quiet">{t('nothingLeft')}</p>
      )}
    </section>
  );
}
