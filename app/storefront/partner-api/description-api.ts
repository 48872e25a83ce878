import { platformContext } from '#app/platform/request-context.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { catalogueNames, catalogues } from './catalogues.server.ts';
import { keyLimit } from './open-with-key.server.ts';
import type { Route } from './+types/description-api.ts';

const inQuery = (name: string, schema: object, description: string) => ({ name, in: 'query', required: false, schema, description });
const text = { type: 'string' };
const nullable = (type: string) => ({ type: [type, 'null'] });
const language = inQuery('language', { enum: languageCodes, default: 'en' }, 'Language of titles');
const date = inQuery(
  'date',
  { type: 'string', format: 'date' },
  'First day of tours, day of an experience or the next on which it runs, arrival of a stay',
);
const whole = (minimum: number, maximum: number, fallback?: number) => ({
  type: 'integer',
  minimum,
  maximum,
  ...(fallback && { default: fallback }),
});
const json = (schema: object) => ({ description: 'OK', content: { 'application/json': { schema } } });
const list = (name: string) => ({ type: 'array', items: { $ref: `#/components/schemas/${name}` } });
const refusals = Object.fromEntries(
  [
    ['401', 'No key, or one that is unknown, ended or revoked'],
    ['403', 'The key does not have the scope'],
    ['404', 'Nothing of this name is on sale'],
    ['422', 'The query is not understood; detail says what'],
    ['429', `More than ${keyLimit.most} requests a minute; Retry-After says when to ask again`],
  ].map(([status, description]) => [
    status,
    { description, content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } },
  ]),
);

/** What the addresses under it answer, as OpenAPI 3.1; open to everybody, since it holds nothing but form. */
export function loader({ context }: Route.LoaderArgs) {
  const paths = catalogueNames.flatMap((name) => {
    const security = [{ key: [catalogues[name].scope] }];
    const next = { type: 'object', properties: { items: list('Item'), next: nullable('string') } };
    return [
      [
        `/${name}`,
        {
          get: {
            summary: `A page of ${name} on sale`,
            security,
            parameters: [
              language,
              inQuery('limit', whole(1, 100, 50), 'Items of a page'),
              inQuery('after', text, 'The value of next of the page before'),
            ],
            responses: { '200': json(next), ...refusals },
          },
        },
      ],
      [
        `/${name}/{id}/availability`,
        {
          get: {
            summary: `What can be had of one of the ${name}`,
            security,
            parameters: [
              { name: 'id', in: 'path', required: true, schema: text },
              language,
              date,
              inQuery('nights', whole(1, 30), 'Nights of a stay'),
              inQuery('adults', whole(1, 12), 'Grown-ups of a stay'),
            ],
            responses: { '200': json({ type: 'object', properties: { id: text, availability: list('Availability') } }), ...refusals },
          },
        },
      ],
    ];
  });
  const price = {
    type: 'object',
    properties: {
      amount: { type: 'string', description: 'Decimal number' },
      currency: { type: 'string', description: 'ISO 4217' },
      of: { enum: ['person-sharing', 'person', 'group', 'room-night', 'stay'] },
    },
  };
  const Price = { $ref: '#/components/schemas/Price' };
  return Response.json(
    {
      openapi: '3.1.0',
      info: {
        title: 'Rihla catalogue',
        version: '1',
        description: 'Tours, experiences and stays with prices and availability. Read only.',
      },
      servers: [{ url: `${context.get(platformContext).env.publicUrl}/api/v1` }],
      paths: Object.fromEntries(paths),
      components: {
        securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key that Rihla gave you' } },
        schemas: {
          Price: price,
          Item: {
            type: 'object',
            properties: {
              id: text,
              title: text,
              tagline: text,
              countries: { type: 'array', items: text },
              from: Price,
              url: { type: 'string', format: 'uri' },
            },
          },
          Availability: {
            type: 'object',
            properties: {
              date: { ...nullable('string'), format: 'date' },
              time: { ...nullable('string'), description: 'HH:MM by the clocks there' },
              name: nullable('string'),
              open: { type: 'boolean' },
              left: nullable('integer'),
              price: { oneOf: [Price, { type: 'null' }] },
            },
          },
          Problem: { type: 'object', properties: { type: text, title: text, status: { type: 'integer' }, detail: text } },
        },
      },
    },
    { headers: { 'Cache-Control': 'public, max-age=3600' } },
  );
}
