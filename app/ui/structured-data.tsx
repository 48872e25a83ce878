import { useRouteLoaderData } from 'react-router';

/** schema.org facts for search engines. `<` is written as an escape, so that no text can end the element. */
export function StructuredData({ data }: { data: object | readonly object[] }) {
  const root = useRouteLoaderData('root') as { nonce?: string } | undefined;
  return (
    <script
      type="application/ld+json"
      nonce={root?.nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
    />
  );
}
