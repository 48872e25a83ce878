import { useEffect, type RefObject } from 'react';

/** Room beside the files of a form for what else it sends. */
const besideFiles = 16 * 1024;

/** Says at a field of files, before anything is sent, that they are more than the page takes. */
export function useFileLimit(frame: RefObject<HTMLElement | null>, mostBytes: number | null, words: string): void {
  useEffect(() => {
    const here = frame.current;
    if (!here || mostBytes === null) return;
    const weigh = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || target.type !== 'file') return;
      const fields = [...(target.form ?? here).querySelectorAll<HTMLInputElement>('input[type=file]')];
      const bytes = fields.flatMap(({ files }) => [...(files ?? [])]).reduce((sum, file) => sum + file.size, 0);
      for (const field of fields) field.setCustomValidity('');
      if (bytes <= mostBytes - besideFiles) return;
      target.setCustomValidity(words);
      target.reportValidity();
    };
    here.addEventListener('change', weigh);
    return () => here.removeEventListener('change', weigh);
  }, [frame, mostBytes, words]);
}
