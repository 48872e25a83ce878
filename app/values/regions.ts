/** The six regions of the specification, in its order. */
export const regionCodes = ['africa-middle-east', 'europe', 'usa-canada', 'australia-new-zealand', 'asia', 'latin-america'] as const;
export type RegionCode = (typeof regionCodes)[number];

export function isRegionCode(value: unknown): value is RegionCode {
  return (regionCodes as readonly unknown[]).includes(value);
}
