import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { DocumentKind, TravellerTitle } from './traveller.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const customerProfiles = pgTable('customer_profiles', {
  userId: text('user_id').primaryKey(),
  identity: text('identity'),
  contact: text('contact'),
  flightPreferences: text('flight_preferences'),
  changedAt: at('changed_at').notNull(),
});

export const travellers = pgTable('travellers', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  title: text('title').$type<TravellerTitle | ''>().notNull(),
  surname: text('surname').notNull(),
  givenNames: text('given_names').notNull(),
  nativeName: text('native_name').notNull(),
  birthDate: text('birth_date').notNull(),
  nationalities: text('nationalities').notNull(),
  residence: text('residence').notNull(),
  needs: text('needs').notNull(),
  singleName: boolean('single_name').notNull(),
  guardianId: text('guardian_id'),
  agreedAt: at('agreed_at'),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
});

export const travellerDocuments = pgTable('traveller_documents', {
  id: text('id').primaryKey(),
  travellerId: text('traveller_id').notNull(),
  kind: text('kind').$type<DocumentKind>().notNull(),
  number: text('number').notNull(),
  issuedBy: text('issued_by').notNull(),
  expiresOn: text('expires_on').notNull(),
});

export const travellerFlyerNumbers = pgTable('traveller_flyer_numbers', {
  id: text('id').primaryKey(),
  travellerId: text('traveller_id').notNull(),
  airline: text('airline').notNull(),
  number: text('number').notNull(),
});
