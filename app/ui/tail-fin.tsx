/** Liveries of our own, drawn in theme.css (`fin--0` ...); an airline's code always falls on the same one. */
const liveries = 8;

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

function liveryOf(code: string): number {
  const hand = known[code];
  if (hand !== undefined) return hand;
  let mix = 7;
  for (const letter of code) mix = (mix * 31 + letter.charCodeAt(0)) % 997;
  return mix % liveries;
}

/** A tail fin with the airline's code instead of its logo. The airline's name stands beside it, so it is decoration. */
export function TailFin({ code }: { code: string }) {
  return (
    <i className={`fin fin--${liveryOf(code)}`} dir="ltr" aria-hidden="true">
      {code}
    </i>
  );
}
