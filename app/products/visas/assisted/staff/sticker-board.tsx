import { Link } from 'react-router';
import { DeskBoard } from '#app/ui/desk-list/desk-board.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import type { StickerBoardColumns } from './open-sticker-board.server.ts';
import { stickerAddress, type StickerView } from './sticker-view.ts';

const base = '/admin/sticker-visa-management';

/** The open cases by where they stand on their way. */
export function StickerBoard({ columns, view }: { columns: StickerBoardColumns; view: StickerView }) {
  const t = useTexts('staff-assisted');
  const words = useTexts('assisted');
  const language = useLanguage();
  const picked = columns.find(({ queue }) => queue === view.queue)?.queue ?? columns[0]!.queue;
  const here = stickerAddress(view);
  return (
    <DeskBoard
      labelledBy="list"
      columns={columns.map(({ queue, count, cards }) => ({
        id: queue,
        name: t(`queue.${queue}`),
        count,
        here: queue === picked,
        to: `${base}${stickerAddress(view, { queue })}`,
        list: `${base}${stickerAddress(view, { queue, board: false })}`,
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
            ...(card.passport !== 'with_applicant' && card.passport !== 'returned' ? [words(`passportPlaces.${card.passport}`)] : []),
            card.officer ? <bdi key="officer">{card.officer}</bdi> : t('board.nobody'),
            ...(card.late ? [] : [t('board.due', { day: sayDay(card.due, language, 'day') })]),
          ],
          warning: card.late && t('board.due', { day: sayDay(card.due, language, 'day') }),
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
