import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { formatNumber } from '../number-format.ts';
import { ScrollRegion } from '../scroll-region.tsx';
import { useLanguage, useTexts } from '../texts.tsx';
import './desk-board.css';

export interface BoardCard {
  readonly id: string;
  /** Who or what it is, as the link to its record. */
  readonly title: ReactNode;
  readonly lines: readonly ReactNode[];
  /** What must not be overlooked. */
  readonly warning: ReactNode;
  /** Where its buttons are sent to, what the form carries, and the steps it may take now; null where there are none. */
  readonly form: {
    readonly to: string;
    readonly fields: Readonly<Record<string, string>>;
    readonly moves: readonly { readonly event: string; readonly name: string }[];
  } | null;
}

export interface BoardColumn {
  readonly id: string;
  readonly name: string;
  /** All that stand in it, shown or not. */
  readonly count: number;
  readonly cards: readonly BoardCard[];
  /** The board with this column chosen: on a phone it is the one that is shown. */
  readonly to: string;
  readonly here: boolean;
  /** The list of all that stand in it. */
  readonly list: string;
}

/** Stages side by side; on a phone one at a time. Cards go on by buttons and nothing is dragged, so that it works for everybody. */
export function DeskBoard({ labelledBy, columns }: { labelledBy: string; columns: readonly BoardColumn[] }) {
  const t = useTexts('staff-lists');
  const language = useLanguage();
  return (
    <>
      <nav className="dl-tabs dl-board__pick" aria-label={t('board.stages')}>
        {columns.map(({ id, name, to, count, here }) => (
          <Link key={id} to={to} aria-current={here ? 'page' : undefined} preventScrollReset>
            {name} <span>{formatNumber(count, language)}</span>
          </Link>
        ))}
      </nav>
      <ScrollRegion className="dl-board" labelledBy={labelledBy}>
        {columns.map(({ id, name, count, cards, list, here }) => (
          <section key={id} aria-labelledby={`stage-${id}`} data-here={here || undefined}>
            <h2 id={`stage-${id}`}>
              {name} <span>{formatNumber(count, language)}</span>
            </h2>
            {cards.length === 0 && <p className="dl-quiet">{t('board.none')}</p>}
            <ul>
              {cards.map((card) => (
                <li key={card.id} className="dl-board__card">
                  <b>{card.title}</b>
                  {card.lines.map((line, at) => (
                    <p key={at} className={at > 0 ? 'dl-quiet' : undefined}>
                      {line}
                    </p>
                  ))}
                  {card.warning && <p className="dl-late">{card.warning}</p>}
                  {card.form && <Moves form={card.form} />}
                </li>
              ))}
            </ul>
            {count > cards.length && (
              <p>
                <Link to={list}>{t('board.more', { n: formatNumber(count - cards.length, language) })}</Link>
              </p>
            )}
          </section>
        ))}
      </ScrollRegion>
    </>
  );
}

function Moves({ form }: { form: NonNullable<BoardCard['form']> }) {
  return (
    <Form method="post" action={form.to} className="dl-board__moves">
      {Object.entries(form.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {form.moves.map(({ event, name }) => (
        <button key={event} className="bo-btn" name="event" value={event} type="submit">
          {name}
        </button>
      ))}
    </Form>
  );
}
