/** Reads a body while counting its bytes, whatever Content-Length says. Null when it is larger than allowed. */
export async function readBody(request: Request, mostBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) return null;
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > mostBytes) {
      await reader.cancel();
      return null;
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

/** Whether a body reads as the form it says it is. Pages take forms only, and would fail on anything else. */
export async function isForm(request: Request, body: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const type = request.headers.get('content-type') ?? '';
  if (body.byteLength === 0 && type === '') return true;
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return true;
  if (!/^multipart\/form-data\b/i.test(type)) return false;
  try {
    await new Response(body, { headers: { 'Content-Type': type } }).formData();
    return true;
  } catch {
    return false;
  }
}

/** Headers under which an empty body that says nothing of itself is read as the empty form it was taken for. */
export function typed(headers: Headers): Headers {
  if ((headers.get('content-type') ?? '') !== '') return headers;
  const named = new Headers(headers);
  named.set('Content-Type', 'application/x-www-form-urlencoded');
  return named;
}
