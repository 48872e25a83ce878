import { isOwnOrigin } from './edge.ts';
import { readBody } from './read-body.ts';

const passedOn = ['content-type', 'location', 'content-security-policy', 'cache-control', 'referrer-policy', 'x-content-type-options'];
const maxFormBytes = 4 * 1024;
const words = (text: string, status: number) => new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });

/**
 * Shows a hosted page of our own pretend bank under this site's address: the bank listens on a port of this machine
 * that a traveller's browser may not reach. Only its pages; never its API or its control.
 */
export async function showSandboxPage(request: Request, id: string, bankUrl: string | null, publicUrl: string): Promise<Response> {
  if (!bankUrl) return words('There is no sandbox bank here.', 404);
  const posts = request.method === 'POST';
  if (posts && !isOwnOrigin(request, publicUrl)) return words('This form was sent from another site, so it was not accepted.', 403);
  const body = posts ? await readBody(request, maxFormBytes) : null;
  if (posts && !body) return words('That is more than this page can take.', 413);
  const target = `${bankUrl}/pay/${encodeURIComponent(id)}${new URL(request.url).search}`;
  const headers: Record<string, string> = posts ? { 'Content-Type': request.headers.get('content-type') ?? 'text/plain' } : {};
  const answer = await fetch(target, {
    method: request.method,
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null);
  if (!answer) return words('The sandbox bank does not answer. Go back to the store and try again in a moment.', 502);
  const kept = new Headers();
  for (const name of passedOn) if (answer.headers.has(name)) kept.set(name, answer.headers.get(name)!);
  return new Response(await answer.arrayBuffer(), { status: answer.status, headers: kept });
}
