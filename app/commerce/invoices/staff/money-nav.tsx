import { Link } from 'react-router';
import { useTexts } from '#app/ui/texts.tsx';

/** The pages that stand around the list of documents. */
const pages = [
  { id: 'list', path: '/admin/invoices' },
  { id: 'statement', path: '/admin/invoices/statement' },
  { id: 'ageing', path: '/admin/invoices/ageing' },
  { id: 'unmatched', path: '/admin/invoices/unmatched' },
  { id: 'bank', path: '/admin/invoices/bank' },
  { id: 'disputes', path: '/admin/invoices/disputes' },
  { id: 'credit', path: '/admin/invoices/credit' },
  { id: 'vat', path: '/admin/invoices/vat' },
  { id: 'numbers', path: '/admin/invoices/numbers' },
] as const;

/** Leads between the pages about money; only drawn for those who may open them. */
export function MoneyNav({ here }: { here: (typeof pages)[number]['id'] }) {
  const t = useTexts('staff-invoices');
  return (
    <nav className="iv-nav" aria-label={t('nav.label')}>
      {pages.map(({ id, path }) => (
        <Link key={id} to={path} aria-current={id === here ? 'page' : undefined}>
          {t(`nav.${id}`)}
        </Link>
      ))}
    </nav>
  );
}
