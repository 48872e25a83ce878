/** Dusk over a quiet sea: banded sky, one sun with two halos, a flight drawn in dots, the last dune becoming the page. Decoration. */
export function LandingArt() {
  return (
    <svg className="fl-art" viewBox="0 0 1440 460" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">
      <rect width="1440" height="430" fill="#1c2340" />
      <path d="M0 92C240 76 470 112 760 98C1010 86 1230 104 1440 90V440H0Z" fill="#2b3157" />
      <path d="M0 170C280 150 520 190 800 172C1060 156 1250 182 1440 166V440H0Z" fill="#4d416f" />
      <path d="M0 238C260 222 560 258 820 238C1080 220 1270 246 1440 232V440H0Z" fill="#8b5478" />
      <path d="M0 300C300 286 580 314 840 298C1090 284 1280 306 1440 294V440H0Z" fill="#cf7d64" />
      <circle cx="1130" cy="272" r="132" fill="#f6d9a8" opacity=".14" />
      <circle cx="1130" cy="272" r="94" fill="#f6d9a8" opacity=".22" />
      <circle cx="1130" cy="272" r="60" fill="#fbe7c0" />
      <path d="M0 352C220 336 430 362 700 350C980 338 1210 356 1440 344V440H0Z" fill="#b8683f" />
      <path
        d="M720 262C850 190 990 150 1196 142"
        fill="none"
        stroke="#f6e7c8"
        strokeWidth="1.6"
        strokeDasharray="1 8"
        strokeLinecap="round"
        opacity=".85"
      />
      <path d="M1240 138l-40-14-9 5 22 13-17 4-11-8-6 2 9 13 55-3c5-1 6-9-3-12Z" fill="#fdf6e6" />
      <g fill="#fdf6e6" opacity=".7">
        <circle cx="140" cy="46" r="1.400" />
        <circle cx="362" cy="30" r="1.100" />
        <circle cx="610" cy="58" r="1.300" />
        <circle cx="864" cy="34" r="1.200" />
        <circle cx="1014" cy="70" r="1" />
        <circle cx="1360" cy="40" r="1.400" />
      </g>
      <path d="M0 396C320 360 560 386 840 398C1100 410 1270 392 1440 368V440H0Z" fill="#ebdcc2" />
      <path d="M0 430C340 398 640 428 900 432C1130 436 1300 424 1440 406V460H0Z" fill="#fbf7ef" />
    </svg>
  );
}
