import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { StepBar } from '#app/ui/step-bar.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { ApplicationStep } from '../enter-application.server.ts';
import type { TravellerForm } from '../open-evisa-application.server.ts';

/** In the place of an application whose link is too old. */
export function OldLink() {
  const t = useTexts('evisas');
  return (
    <main id="main" className="wrap page-end">
      <div className="page-head">
        <h1 tabIndex={-1}>{t('oldLink.title')}</h1>
        <p className="lede">{t('oldLink.text')}</p>
      </div>
    </main>
  );
}

interface ApplicationFrameProps<Traveller extends TravellerForm> {
  readonly view: { readonly title: string; readonly open: boolean; readonly travellers: readonly Traveller[] };
  /** The page's own address, and that of its visa. */
  readonly base: string;
  readonly visa: string;
  readonly lead: ReactNode;
  readonly step: ApplicationStep;
  readonly number: number;
  /** Where a traveller's own application stands, in words; null while it is filled in. */
  readonly stateOf: (traveller: Traveller) => string | null;
  readonly refused: string | null;
  /** As `photo.too-large`. */
  readonly papersRefused: readonly string[];
  readonly children: ReactNode;
}

/** The page of an application, whatever the way of its visa: its steps, its travellers, what was refused, and the step itself. */
export function ApplicationFrame<Traveller extends TravellerForm>({
  view,
  base,
  visa,
  lead,
  step,
  number,
  stateOf,
  refused,
  papersRefused,
  children,
}: ApplicationFrameProps<Traveller>) {
  const t = useTexts('evisas');
  return (
    <main id="main" className="wrap page-end">
      {view.open && (
        <StepBar
          label={t('steps.label')}
          steps={[
            { label: t('steps.visa'), state: 'done', to: visa },
            { label: t('steps.travellers'), state: step === 'traveller' ? 'here' : 'done', to: `${base}?traveller=${number}` },
            { label: t('steps.trip'), state: step === 'trip' ? 'here' : step === 'review' ? 'done' : 'ahead', to: `${base}?step=trip` },
            { label: t('steps.review'), state: step === 'review' ? 'here' : 'ahead', to: `${base}?step=review` },
            { label: t('steps.pay'), state: 'ahead' },
          ]}
        />
      )}
      <div className="page-head">
        <h1 tabIndex={-1}>{view.title}</h1>
        <p className="lede">{lead}</p>
      </div>
      <div className="ev-case">
        <nav className="ev-people" aria-label={t('people.label')}>
          <ol>
            {view.travellers.map((one) => (
              <li key={one.number}>
                <Link
                  to={`${base}?traveller=${one.number}`}
                  aria-current={step === 'traveller' && one.number === number ? 'page' : undefined}
                >
                  <b>
                    <bdi>{one.name || t('people.traveller', { number: one.number })}</bdi>
                  </b>
                  {view.open && one.ready && <Icon name="done" label={t('people.ready')} />}
                  <small>{stateOf(one) ?? t(one.ready ? 'people.ready' : one.begun ? 'people.begun' : 'people.empty')}</small>
                </Link>
              </li>
            ))}
          </ol>
          {view.open && <p className="small muted">{t('people.kept')}</p>}
        </nav>
        <div>
          {refused && (
            <Notice tone="danger" boxed live>
              {t([`refused.${refused}`, 'refused.other'])}
            </Notice>
          )}
          {papersRefused.length > 0 && (
            <Notice tone="danger" boxed live title={t('upload.refusedTitle')}>
              <ul>
                {papersRefused.map((each) => {
                  const [code = '', why = ''] = each.split('.');
                  return (
                    <li key={each}>
                      {t([`documents.${code}`, 'documents.photo'])}: {t([`upload.refused.${why}`, 'upload.refused.other-type'])}
                    </li>
                  );
                })}
              </ul>
            </Notice>
          )}
          {children}
        </div>
      </div>
    </main>
  );
}
