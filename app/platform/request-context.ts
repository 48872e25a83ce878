import { createContext } from 'react-router';
import type { DisplayCurrency, LanguageCode } from '#app/values/preferences.ts';
import type { Viewer } from './access.ts';
import type { Brand } from './branding.ts';
import type { Platform } from './platform.server.ts';

/** What the gate knows of a request, for loaders and actions. Ports of a module have a key in that module. */
export const platformContext = createContext<Platform>();
export const requestContext = createContext<RequestFacts>();
/** Set by the gate in root middleware. */
export const viewerContext = createContext<Viewer>({ kind: 'anonymous' });

/** How many bytes its address takes, where a form was larger and so is not read: the page of the form says so. */
export const tooLargeContext = createContext<number | null>(null);

/** Whether a fault of this request was that the database could not be reached: it may be sent again in a moment. */
export const outageContext = createContext<{ seen: boolean }>();

export interface RequestFacts {
  /** Shown to a visitor when something breaks, and written in the log. */
  readonly requestId: string;
  /** For the content security policy of this response. */
  readonly nonce: string;
  /** Address of the other end, behind no proxy or the configured one. */
  readonly address: string;
  readonly language: LanguageCode;
  /** What the public shop offers; a page of the desk may be in another. */
  readonly languages: readonly LanguageCode[];
  /** How the house is called and shown. */
  readonly brand: Brand;
  /** The cookie's mirror of `selectedCurrency`; null until the browser has chosen. */
  readonly currency: DisplayCurrency | null;
}
