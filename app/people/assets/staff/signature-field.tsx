import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { useTexts } from '#app/ui/texts.tsx';
import { signatureHeight, signatureWidth } from '../signature-rules.ts';

/**
 * A name, typed; with a script it can be drawn above it too. The strokes go with the form as the path of a drawing, so that
 * what is signed is what is shown. Without scripts, and for whoever cannot draw, the typed name signs.
 */
export function SignatureField({ name }: { name: string }) {
  const t = useTexts('staff-assets');
  const [draws, setDraws] = useState(false);
  const [strokes, setStrokes] = useState('');
  const drawing = useRef(false);
  useEffect(() => setDraws(true), []);
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const within = (part: number, whole: number) => Math.max(0, Math.min(whole, Math.round(part * whole)));
    const x = within((event.clientX - box.left) / box.width, signatureWidth);
    const y = within((event.clientY - box.top) / box.height, signatureHeight);
    return `${x},${y}`;
  };
  return (
    <fieldset className="as-sign">
      <legend>{t('sign.legend')}</legend>
      {draws && (
        <div className="as-sign__field">
          <svg
            viewBox={`0 0 ${signatureWidth} ${signatureHeight}`}
            role="img"
            aria-label={t('sign.field')}
            onPointerDown={(event) => {
              drawing.current = true;
              event.currentTarget.setPointerCapture(event.pointerId);
              const at = point(event);
              setStrokes((drawn) => `${drawn}${drawn ? ' ' : ''}M${at}`);
            }}
            onPointerMove={(event) => {
              if (!drawing.current) return;
              const at = point(event);
              setStrokes((drawn) => `${drawn} L${at}`);
            }}
            onPointerUp={() => {
              drawing.current = false;
            }}
          >
            <line x1="24" x2={signatureWidth - 24} y1="158" y2="158" />
            <path d={strokes} />
          </svg>
          <p>
            <span>{t('sign.draw')}</span>
            <button type="button" className="bo-btn" onClick={() => setStrokes('')} aria-disabled={strokes === '' || undefined}>
              {t('sign.clear')}
            </button>
          </p>
          <input type="hidden" name="strokes" value={strokes} />
        </div>
      )}
      <label>
        <span>{t('sign.name', { name: `\u2068${name}\u2069` })}</span>
        <input name="signedName" required maxLength={120} autoComplete="off" />
      </label>
    </fieldset>
  );
}
