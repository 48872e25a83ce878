import { Link } from 'react-router';
import { DeskBoard } from '#app/ui/desk-list/desk-board.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { caseAddress, type CaseView } from './evisa-desk-view.ts';
import type { CaseBoardColumns } from './open-case-board.server.ts';

const base = '/admin/orders/evisa';

/** The open applications by where they stand on their way. */
export function CaseBoard({ columns, view }: { columns: CaseBoardColumns; view: CaseView }) {
  const t = useTexts('staff-evisas');
  const words = useTexts('evisas');
  const language = useLanguage();
  const picked = columns.find(({ queue }) => queue === view.queue)?.queue ?? columns[0]!.queue;
  const here = caseAddress(view);
  const promised = (due: string | null, waiting: boolean) =>
    waiting ? t('paused') : due ? t('board.due', { day: formatDate(due, language, 'day') }) : null;
  return (
    <DeskBoard
      labelledBy="list"
      columns={columns.map(({ queue, count, cards }) => ({
        id: queue,
        name: t(`queue.${queue}`),
        count,
        here: queue === picked,
        to: `${base}${caseAddress(view, { queue })}`,
        list: `${base}${caseAddress(view, { queue, board: false })}`,
        cards: cards.map((card) => ({
          id: card.id,
          title: (
            <Link to={`${base}/${card.id}`}>
              <bdi>{card.name}</bdi>
            </Link>
          ),
          lines: [
            card.nationality ? t('board.way', { from: card.nationality, to: card.country }) : card.country,
            <bdi key="reference">{card.reference}</bdi>,
            ...(card.status ? [words(`states.${card.status}.title`)] : []),
            ...(card.express ? [words('speeds.express')] : []),
            card.officer ? <bdi key="officer">{card.officer}</bdi> : t('board.nobody'),
            ...(card.late ? [] : [promised(card.due, card.waiting)]),
          ],
          warning: card.late && promised(card.due, card.waiting),
          form:
            card.moves.length === 0
              ? null
              : {
                  to: `${base}/${card.id}`,
                  fields: { key: card.key, version: String(card.version), board: here.slice(1) },
                  moves: card.moves.map((event) => ({ event, name: t(`act.${event}`) })),
                },
        })),
      }))}
    />
  );
}
