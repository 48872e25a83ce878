/** A company of the demo: its numbers are made up, of the right form. */
export const demoCompany = {
  name: 'Marsa Trading LLC',
  nameAr: 'مرسى للتجارة ذ.م.م',
  licence: 'CN-1204417',
  trn: '100412345600003',
  address: 'Al Maktoum Road, Deira, Dubai',
  contact: { name: 'Salma Idris', email: 'accounts@marsa.example' },
  domain: 'marsa.example',
  termsDays: 30,
};
