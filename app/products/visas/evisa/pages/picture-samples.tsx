import type { ReactNode } from 'react';
import { useTexts } from '#app/ui/texts.tsx';
import type { DocumentCode } from '../evisa-offer.ts';

const samples = {
  'passport-page': ['good', 'cut', 'glare', 'blurred'],
  photo: ['good', 'far', 'shadow', 'covered'],
} as const;
type Pictured = keyof typeof samples;
type Sample = (typeof samples)[Pictured][number];

export const isPictured = (code: DocumentCode): code is Pictured => code in samples;

/** A good picture of a paper and what is usually wrong with one, drawn small; the words beside each say the same. */
export function PictureSamples({ code }: { code: Pictured }) {
  const t = useTexts('evisas');
  return (
    <ul className="ev-samples" aria-label={t('samples.label')}>
      {samples[code].map((sample) => (
        <li key={sample} className={sample === 'good' ? 'ev-samples__good' : undefined}>
          <svg viewBox="0 0 96 72" aria-hidden="true" focusable="false">
            {code === 'photo' ? <Portrait sample={sample} /> : <PassportPage sample={sample} />}
            <Verdict good={sample === 'good'} />
          </svg>
          <span>{t(`samples.${code}.${sample}`)}</span>
        </li>
      ))}
    </ul>
  );
}

function Verdict({ good }: { good: boolean }) {
  return (
    <g className={good ? 'ev-samples__yes' : 'ev-samples__no'}>
      <circle cx="84" cy="12" r="8" />
      <path d={good ? 'M80 12l3 3 5-6' : 'M81 9l6 6m0-6l-6 6'} />
    </g>
  );
}

function PassportPage({ sample }: { sample: Sample }) {
  // What is cut off lies outside the picture.
  const place = sample === 'cut' ? 'translate(30 14)' : undefined;
  return (
    <g transform={place} className={sample === 'blurred' ? 'ev-samples__blurred' : undefined}>
      <rect className="ev-samples__page" x="10" y="10" width="76" height="52" rx="4" />
      <rect className="ev-samples__face" x="16" y="17" width="18" height="23" rx="2" />
      <Lines at={[20, 26, 32, 38]} from={40} to={[72, 64, 76, 58]} />
      <path className="ev-samples__zone" d="M16 49h64M16 55h64" />
      {sample === 'glare' && <ellipse className="ev-samples__glare" cx="56" cy="30" rx="22" ry="15" transform="rotate(-18 56 30)" />}
    </g>
  );
}

function Lines({ at, from, to }: { at: readonly number[]; from: number; to: readonly number[] }): ReactNode {
  return <path className="ev-samples__words" d={at.map((y, line) => `M${from} ${y}H${to[line]}`).join('')} />;
}

function Portrait({ sample }: { sample: Sample }) {
  return (
    <>
      <rect className="ev-samples__page" x="22" y="6" width="52" height="60" rx="4" />
      {sample === 'shadow' && <path className="ev-samples__shade" d="M52 6h22v60H60c10-18 6-40-8-60z" />}
      <g transform={sample === 'far' ? 'translate(28.8 30) scale(.4)' : undefined}>
        <path className="ev-samples__face" d="M30 66c0-12 8-17 18-17s18 5 18 17z" />
        <ellipse className="ev-samples__head" cx="48" cy="32" rx="12" ry="15" />
        {sample === 'covered' ? (
          <path className="ev-samples__glasses" d="M38 29h8v5h-8zM50 29h8v5h-8zM46 30h4" />
        ) : (
          <path className="ev-samples__eyes" d="M43 31h2M51 31h2M44 39c2 2 6 2 8 0" />
        )}
      </g>
    </>
  );
}
