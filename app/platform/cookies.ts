/** The value of one cookie in a Cookie header; null when it is absent or its encoding is broken. */
export function readCookie(header: string | null, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) {
      try {
        return decodeURIComponent(part.slice(at + 1).trim());
      } catch {
        return null;
      }
    }
  }
  return null;
}

export interface CookieOptions {
  /** Seconds; 0 removes the cookie. */
  readonly maxAge: number;
  /** Scripts may read it: only for preferences and hints, never for anything that proves who somebody is. */
  readonly readable?: boolean;
  /** The public address is https. */
  readonly secure: boolean;
}

/** One Set-Cookie line for the whole site. */
export function cookieLine(name: string, value: string, { maxAge, readable, secure }: CookieOptions): string {
  return `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAge}; SameSite=Lax${readable ? '' : '; HttpOnly'}${secure ? '; Secure' : ''}`;
}
