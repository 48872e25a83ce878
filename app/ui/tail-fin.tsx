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

function liveryOf(code: string): readonly [string, string] {
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
