import { useState } from 'react';
import { calendarDate } from '#app/values/dates.ts';
import type { FoundZone } from './mrz-photo-rules.ts';

/** Nothing chosen yet, being read, read, without lines that can be read, or no picture that this browser opens. */
export type PhotoState = 'reading' | 'found' | 'none' | 'failed' | null;

/** Reads the zone of a chosen picture, here in the browser, and how that stands. */
export function usePassportPhoto(onFound: (zone: FoundZone) => void) {
  const [state, setState] = useState<PhotoState>(null);
  const read = async (picture: File) => {
    setState('reading');
    try {
      // Most who see the button never press it: the reader and its rules come with the first picture.
      const [{ recogniseText }, { findZone }] = await Promise.all([
        import('#app/ui/recogniser/recognise-text.ts'),
        import('./mrz-photo-rules.ts'),
      ]);
      const today = calendarDate(new Date().toISOString().slice(0, 10));
      const zone = await recogniseText(picture, (text) => findZone(text, today));
      setState(zone ? 'found' : 'none');
      if (zone) onFound(zone);
    } catch {
      setState('failed');
    }
  };
  return { state, read };
}
