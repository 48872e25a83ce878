import { expect, it } from 'vitest';
import { chatSettings, mayChatOn } from './chat-settings.ts';

const visitor = { id: 'u1', email: 'mariam@example.com', fullName: 'Mariam Farouk', createdAt: '2026-11-01T10:00:00.999Z' };

it('tells who is signed in with the age of the account in whole seconds', () => {
  expect(chatSettings({ appId: 'app', region: 'eu' }, visitor)).toEqual({
    app_id: 'app',
    api_base: 'https://api-iam.eu.intercom.io',
    user_id: 'u1',
    name: 'Mariam Farouk',
    email: 'mariam@example.com',
    created_at: 1_793_527_200,
  });
});

it('tells of an anonymous visitor the app id and nothing else', () => {
  expect(chatSettings({ appId: 'app', region: 'us' }, null)).toEqual({ app_id: 'app', api_base: 'https://api-iam.intercom.io' });
});

it.each([
  [{ fullName: 'Huda Mansour', email: 'h@example.com' }, 'Huda Mansour'],
  [{ fullName: null, email: 'omar.said@example.com' }, 'omar.said'],
  [{ fullName: '  ', email: 'omar.said@example.com' }, 'omar.said'],
  [{ fullName: null, email: '' }, 'User'],
])('names %j %s', (who, name) => expect(chatSettings({ appId: 'app', region: 'us' }, { ...visitor, ...who })).toMatchObject({ name }));

it('keeps away from signing in and from paying', () => {
  expect(['auth', 'checkout', 'home', 'tour'].map(mayChatOn)).toEqual([false, false, true, true]);
});
