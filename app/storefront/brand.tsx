import { Link, useRouteLoaderData } from 'react-router';
import { deliveredBrand, logoAddress, type Brand as HouseBrand } from '#app/platform/branding.ts';
import { BrandMark, type ShownBrand } from '#app/ui/brand-mark.tsx';
import type { RootData } from './root-data.ts';

export const shownBrand = ({ name, nameAr, logo }: HouseBrand): ShownBrand => ({
  name,
  nameAr,
  logo: logo && { address: logoAddress(logo), width: logo.width, height: logo.height },
});

/** How the house is shown; as it was delivered on a page that broke before it knew. */
export function useBrand(): HouseBrand {
  return useRouteLoaderData<RootData>('root')?.brand ?? deliveredBrand;
}

/** The way home from every page. */
export function Brand({ language, home }: { language: string; home: string }) {
  const brand = useBrand();
  return (
    <Link className="brand" to="/">
      <BrandMark brand={shownBrand(brand)} language={language} />
      <span className="sr-only">{home}</span>
    </Link>
  );
}
