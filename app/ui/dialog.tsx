import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { useTexts } from './texts.tsx';

/**
 * The browser's own modal dialog: it keeps the focus, closes on Escape and gives the focus back.
 * Under 800 px it rises from the bottom. A page must offer the same without it, since it needs scripts.
 */
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
}: {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
}) {
  const t = useTexts('frame');
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);
  return (
    <dialog ref={element} className="dialog" aria-labelledby={titleId} onClose={onClose} {...{ closedby: 'any' }}>
      {open && (
        <div className="dialog__in">
          <div className="dialog__head">
            <h2 id={titleId}>{title}</h2>
            <button type="button" className="btn-icon" aria-label={t('ui.close')} onClick={onClose}>
              <Icon name="close" />
            </button>
          </div>
          <div className="dialog__body">{children}</div>
          {actions && <div className="dialog__actions">{actions}</div>}
        </div>
      )}
    </dialog>
  );
}
