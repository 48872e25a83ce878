import { plainLine } from '#app/values/plain-text.ts';
import { readStrokes, type Signature } from '../signature-rules.ts';

/** The signature a form came with; its name is empty where none was typed. */
export function readSignature(form: FormData): Signature {
  const strokes = form.get('strokes');
  return { name: plainLine(form.get('signedName'), 120).slice(0, 120), strokes: typeof strokes === 'string' ? readStrokes(strokes) : null };
}
