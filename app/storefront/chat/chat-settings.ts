import { nameOf } from '#app/commerce/customers/signed-in-hint.ts';

/** The visitor as the chat provider is told; anonymous visitors are the app id only. */
export interface ChatVisitor {
  readonly id: string;
  readonly email: string;
  readonly fullName: string | null;
  /** ISO instant. */
  readonly createdAt: string;
}

export interface ChatService {
  readonly appId: string;
  readonly region: 'us' | 'eu' | 'ap';
}

/** Regional addresses of the provider. */
export const chatEndpoints: Readonly<Record<ChatService['region'], string>> = {
  us: 'https://api-iam.intercom.io',
  eu: 'https://api-iam.eu.intercom.io',
  ap: 'https://api-iam.au.intercom.io',
};

/** What the widget is started with; `created_at` in whole seconds, as the provider counts. */
export function chatSettings(service: ChatService, visitor: ChatVisitor | null) {
  const base = { app_id: service.appId, api_base: chatEndpoints[service.region] };
  if (!visitor) return base;
  return {
    ...base,
    user_id: visitor.id,
    name: nameOf(visitor),
    email: visitor.email,
    created_at: Math.floor(Date.parse(visitor.createdAt) / 1000),
  };
}

/** Pages where nobody must look over the visitor's shoulder. */
const withoutChat = new Set([
  'auth',
  'auth-check-mail',
  'auth-confirm',
  'auth-link',
  'auth-enter',
  'auth-forgot',
  'auth-reset',
  'security',
  'prove',
  'my-privacy',
  'privacy-request',
  'checkout',
  'payment-success',
  'payment-failed',
]);

export function mayChatOn(placeId: string): boolean {
  return !withoutChat.has(placeId);
}
