/** The parameter of a list in which somebody writes which company they mean. */
export const companyNamed = 'company-named';
export const longestCompanyName = 160;
