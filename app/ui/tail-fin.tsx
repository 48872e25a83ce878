/** Eight liveries of our own; an airline's code always falls on the same one. */
const liveries = [
  ['#B42634', '#7C1823'],
  ['#C8662A', '#93451A'],
  ['#8A5A2B', '#5E3C1B'],
  ['#2A7447', '#1A5231'],
  ['#1D5C8C', '#133F63'],
  ['#5B3F8C', '#3E2A63'],
  ['#0E6E73', '#084B4F'],
  ['#3A4564', '#252D46'],
] as const;

/** Colours people know an airline by, as the index of our nearest livery. */
const known: Readonly<Record<string, number>> = {
  EK: 0,
  FZ: 1,
  EY: 2,
  QR: 5,
  GF: 2,
  WY: 6,
  KU: 4,
  SV: 3,
  XY: 3,
  G9: 0,
  F3: 5,
  RX: 5,
  AI: 0,
  IX: 1,
  '6E': 4,
  SG: 0,
  QP: 1,
  PR: 4,
  '5J': 1,
  TK: 0,
  LH: 7,
  BA: 7,
  AF: 4,
  KL: 4,
  IB: 0,
  UX: 4,
  VY: 1,
  TP: 3,
  LA: 5,
  G3: 1,
  AD: 4,
  SQ: 7,
  CX: 6,
  TG: 5,
  MH: 4,
  ET: 3,
  MS: 7,
  RJ: 7,
  ME: 3,
  AA: 7,
  DL: 0,
  UA: 4,
  LX: 0,
  OS: 0,
};

function liveryOf(code: string): readonly [string, string] {
  const hand = known[code];
  if (hand !== undefined) return liveries[hand]!;
  let mix = 7;
  for (const letter of code) mix = (mix * 31 + letter.charCodeAt(0)) % 997;
  return liveries[mix % liveries.length]!;
}

/** A tail fin with the airline's code instead of its logo. The airline's name stands beside it, so it is decoration. */
export function TailFin({ code, size = 36 }: { code: string; size?: number }) {
  const [light, dark] = liveryOf(code);
  return (
    <svg className="fin" viewBox="0 0 36 36" width={size} height={size} aria-hidden="true" focusable="false">
      <path d="M4 32 16.2 5.6C16.7 4.6 17.7 4 18.8 4H30c1.4 0 2.4 1.3 2 2.700L25.4 32Z" fill={light} />
      <path d="M4 32 7.3 24.800H27.300L25.4 32Z" fill={dark} />
      <path d="M7.3 24.8 8.2 22.900H27.800L27.3 24.800Z" fill="#fff" opacity=".55" />
      <text
        x="19.6"
        y="19"
        fill="#fff"
        fontSize="10.5"
        fontWeight="600"
        textAnchor="middle"
        style={{ fontFamily: 'var(--text)' }}
        direction="ltr"
      >
        {code}
      </text>
    </svg>
  );
}
