import { useEffect, type RefObject } from 'react';
import { useNavigate } from 'react-router';

/**
 * Plain links that begin with `?` change the address of this page; with a script they do so without a new document.
 * `data-stay` keeps the place on the page. One listener for a page of hundreds: as a Link, each of them would look
 * itself up in the table of routes.
 */
export function useQueryLinks(box: RefObject<HTMLElement | null>): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="?"]');
      if (!link || !box.current?.contains(link)) return;
      event.preventDefault();
      void navigate(link.getAttribute('href')!, { preventScrollReset: 'stay' in link.dataset });
    };
    // On the document and after React's own listener: what React has prevented stays prevented.
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [box, navigate]);
}
