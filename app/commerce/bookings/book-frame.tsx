import type { ReactNode } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { StepBar } from '#app/ui/step-bar.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { Money } from '#app/values/money.ts';
import { BookerFields } from './booker-fields.tsx';
import type { Booker, BookerField } from './booker-form.server.ts';
import './book.css';

interface BookFrameProps {
  /** The catalogue whose words it speaks. */
  readonly texts: 'experiences' | 'staycations';
  readonly title: string;
  readonly lede: ReactNode;
  /** Where something else is chosen, and where the form goes: the address with what is booked. */
  readonly back: string;
  readonly to: string;
  readonly formKey: string;
  /** What was typed, or is known; what is wrong with it, and why it was not placed. */
  readonly booker: Booker;
  readonly faults: readonly BookerField[];
  readonly refused: string | null;
  readonly noteLabel: string;
  /** Its guests are fetched, and say where. */
  readonly fetched?: boolean;
  /** As it stands beside the form. */
  readonly total: Money;
  readonly place: string;
  readonly hold: string;
  /** What is booked and what it costs. */
  readonly children: ReactNode;
}

/** A page that books in one step: who it is for beside what it is. */
export function BookFrame(props: BookFrameProps) {
  const { texts, back, faults, total } = props;
  const t = useTexts(texts);
  const tb = useTexts('booker');
  const busy = useNavigation().state !== 'idle';
  const change = (
    <Link className="link" to={back}>
      {t('book.change')}
    </Link>
  );
  return (
    <main id="main" className="wrap page-end">
      <StepBar
        label={t('way.label')}
        steps={[
          { label: t('way.choose'), state: 'done', to: back },
          { label: t('way.details'), state: 'here' },
          { label: t('way.pay'), state: 'ahead' },
        ]}
      />
      <div className="page-head">
        <h1 tabIndex={-1}>{props.title}</h1>
        <p className="lede">{props.lede}</p>
      </div>
      <div className="bk">
        <Form method="post" action={props.to} className="bk__form" noValidate>
          <h2>{t('book.who')}</h2>
          {props.refused && (
            <Notice tone="danger" boxed live>
              {t(`book.refused.${props.refused}`)} {change}
            </Notice>
          )}
          <ErrorSummary faults={faults.map((field) => ({ field, message: tb(`fault.${field}`) }))} />
          <BookerFields booker={props.booker} faults={faults} noteLabel={props.noteLabel} fetched={props.fetched ?? false} />
          <input type="hidden" name="key" value={props.formKey} />
          <input type="hidden" name="seen" value={total.amount} />
          <input type="hidden" name="currency" value={total.currency} />
          <Button look="go" icon="lock" busy={busy && tb('busy')}>
            {props.place}
          </Button>
          <p className="small muted">{props.hold}</p>
        </Form>
        <aside className="bk__sum card card--in" aria-label={t('book.summary')}>
          {props.children}
          <p className="small">{change}</p>
        </aside>
      </div>
    </main>
  );
}
