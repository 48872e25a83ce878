/** The sign: a sun over two dunes in a ring. */
function BrandSign() {
  return (
    <svg viewBox="0 0 34 34" aria-hidden="true" focusable="false">
      <circle cx="17" cy="17" r="16" fill="none" stroke="currentColor" strokeWidth="1.4" />
      <circle cx="21.8" cy="12.3" r="4.6" fill="#E0912F" />
      <path d="M1.6 21.4c6.2-6.3 10.4-5.9 15.3-1.7 4.6 3.9 9.2 4.1 15.2 1.5" fill="none" stroke="currentColor" strokeWidth="1.4" />
      <path d="M5.4 28c4.1-5.5 7.7-5.1 12.6-2.1 3.6 2.1 7 2.5 10.9 1.2" fill="none" stroke="currentColor" strokeWidth="1.4" />
    </svg>
  );
}

export interface ShownBrand {
  readonly name: string;
  /** Null where the house has one name only. */
  readonly nameAr: string | null;
  readonly logo: { readonly address: string; readonly width: number; readonly height: number } | null;
}

/** The house's own picture; without one the drawn sign with both names in both directions, the page's own script first. */
export function BrandMark({ brand: { name, nameAr, logo }, language }: { brand: ShownBrand; language: string }) {
  if (logo) return <img className="brand__logo" src={logo.address} width={logo.width} height={logo.height} alt={name} />;
  const arabic = language === 'ar' && nameAr !== null;
  return (
    <>
      <BrandSign />
      <span lang={arabic ? 'ar' : 'en'}>{arabic ? nameAr : name}</span>
      {nameAr !== null && <small lang={arabic ? 'en' : 'ar'}>{arabic ? name : nameAr}</small>}
    </>
  );
}
