/** Stars by a fixed recipe: the same sky for everyone, without a list of a hundred positions. */
const stars = Array.from({ length: 46 }, (_, index) => ({
  x: (index * 197 + 31) % 880,
  y: (index * 113 + 70) % 500,
  r: index % 8 === 0 ? 1.6 : 0.9,
  o: 0.25 + ((index * 7) % 5) * 0.12,
}));

/** Night over dunes, a sun at the horizon and one plane on its way. Decoration. */
export function DuskScene() {
  return (
    <svg viewBox="0 0 880 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <defs>
        <linearGradient id="dusk-sky" x2="0" y2="1">
          <stop stopColor="#181a38" />
          <stop offset=".62" stopColor="#37346c" />
          <stop offset="1" stopColor="#8a4f6b" />
        </linearGradient>
      </defs>
      <rect width="880" height="900" fill="url(#dusk-sky)" />
      {stars.map((star) => (
        <circle key={star.x} cx={star.x} cy={star.y} r={star.r} fill="#fff" opacity={star.o} />
      ))}
      <circle cx="560" cy="600" r="150" fill="var(--saffron)" opacity=".13" />
      <circle cx="560" cy="600" r="92" fill="var(--saffron)" />
      <path d="M0 684c160-78 310-66 456-16 150 50 276 36 424-54v286H0z" fill="#2b2757" />
      <path d="M0 764c168-60 332-28 470 2 150 30 270 18 410-52v186H0z" fill="#23204a" />
      <path d="M0 832c220-48 430 8 880-58v126H0z" fill="#191738" />
      <path d="M64 246C262 92 538 84 796 206" fill="none" stroke="#e9d9b8" strokeWidth="1.2" strokeDasharray="2 7" opacity=".8" />
      <path
        transform="translate(800 208) rotate(27)"
        d="M0 0l-20-4-9-11h-4l4 11-10-2-4-5h-2l2 9-2 9h2l4-5 10-2-4 11h4l9-11z"
        fill="#fbf7ef"
      />
    </svg>
  );
}
