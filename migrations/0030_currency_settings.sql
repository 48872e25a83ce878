-- Exchange rates for showing prices. The five rates are the specified defaults, relative to AED.
create table currency_settings (
  id uuid primary key default gen_random_uuid(),
  base_currency text not null check (base_currency ~ '^[A-Z]{3}$'),
  target_currency text not null check (target_currency ~ '^[A-Z]{3}$'),
  exchange_rate numeric(18, 8) not null check (exchange_rate > 0),
  is_active boolean not null default true,
  updated_at timestamptz not null default now()
);
-- One living rate per pair; old ones stay as inactive rows.
create unique index currency_settings_active on currency_settings (base_currency, target_currency) where is_active;

insert into currency_settings (base_currency, target_currency, exchange_rate) values
  ('AED', 'AED', 1),
  ('AED', 'USD', 0.27),
  ('AED', 'SAR', 1.02),
  ('AED', 'EUR', 0.25),
  ('AED', 'BRL', 1.48);
