/** Browser and system by what a browser says of itself, for a list that a person reads; null where it is not known. */
export interface DeviceName {
  readonly browser: string | null;
  readonly system: string | null;
}

// In this order: most browsers also call themselves by the name of the one they descend from.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (?:Mobile\/\S+ )?Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

export function deviceName(userAgent: string | null): DeviceName {
  const named = (list: typeof browsers) => list.find(([sign]) => sign.test(userAgent ?? ''))?.[1] ?? null;
  return { browser: named(browsers), system: named(systems) };
}

/** A network as its owner may know it: an IPv4 address, or the /64 of an IPv6 one without its filling zeros. */
export function networkWords(address: string | null): string | null {
  if (!address || !address.includes(':')) return address || null;
  const groups = address
    .split(':')
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''));
  return groups.every((group) => group === '0' || group === '') ? null : `${groups.join(':')}::/64`;
}
