import { useRef, type ReactNode } from 'react';
import { asWorkbook } from '#app/values/file-format.ts';
import { Icon } from '../icon.tsx';
import { useTexts } from '../texts.tsx';
import './desk-tools.css';

/** Takes a table out of the house as it is asked for, as CSV or as a workbook. Without scripts it opens as well. */
export function ExportMenu({ to, children }: { to: string; children?: ReactNode }) {
  const t = useTexts('staff');
  const menu = useRef<HTMLDetailsElement>(null);
  return (
    <details className="dl-more dl-export" ref={menu}>
      <summary className="bo-btn">
        <Icon name="download" small /> {children ?? t('takeOut.title')}
      </summary>
      {/* The page stays where it is when a file is taken, so nothing else closes the menu. */}
      <form
        className="dl-pop dl-export__pop"
        method="post"
        action={to}
        onSubmit={() => {
          menu.current!.open = false;
          menu.current!.querySelector('summary')!.focus();
        }}
      >
        <button type="submit">{t('takeOut.csv')}</button>
        <button type="submit" formAction={asWorkbook(to)}>
          {t('takeOut.xlsx')}
        </button>
      </form>
    </details>
  );
}
