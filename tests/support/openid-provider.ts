import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface OpenIdPerson {
  sub: string;
  email: string;
  email_verified: boolean;
  given_name?: string;
  family_name?: string;
}

/** What a test lets the provider do wrong. */
export interface OpenIdLies {
  nonce?: string;
  audience?: string;
  issuer?: string;
  /** Signed by a key that it does not publish. */
  foreignKey?: boolean;
  tokenStatus?: number;
}

/**
 * A provider that speaks OpenID Connect over HTTP: discovery, authorization, token with proof of the code's owner
 * (RFC 7636), keys. The person who is "signed in" there is set by the test.
 */
export async function startOpenIdProvider(options: { clientId: string; clientSecret: string; now: () => number }) {
  const pair = await generateKeyPair('RS256');
  const foreign = await generateKeyPair('RS256');
  const key = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const codes = new Map<string, { challenge: string; nonce: string; redirect: string }>();
  const state: { person: OpenIdPerson; lies: OpenIdLies } = {
    person: { sub: '1', email: 'one@example.com', email_verified: true },
    lies: {},
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, issuer);
    const json = (status: number, value: unknown) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
    };
    if (url.pathname === '/.well-known/openid-configuration') {
      return json(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
      });
    }
    if (url.pathname === '/keys') return json(200, { keys: [key] });
    if (url.pathname === '/authorize') {
      const asked = url.searchParams;
      const fits =
        asked.get('response_type') === 'code' &&
        asked.get('client_id') === options.clientId &&
        asked.get('code_challenge_method') === 'S256' &&
        asked.get('scope')?.split(' ').includes('openid');
      if (!fits) return json(400, { error: 'invalid_request' });
      const code = randomBytes(16).toString('hex');
      const back = new URL(asked.get('redirect_uri')!);
      codes.set(code, { challenge: asked.get('code_challenge')!, nonce: asked.get('nonce')!, redirect: back.href });
      back.searchParams.set('code', code);
      back.searchParams.set('state', asked.get('state')!);
      response.writeHead(302, { Location: back.href }).end();
      return;
    }
    if (url.pathname === '/token' && request.method === 'POST') {
      let body = '';
      for await (const part of request) body += part;
      const form = new URLSearchParams(body);
      const code = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      const proof = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (state.lies.tokenStatus) return json(state.lies.tokenStatus, { error: 'server_error' });
      if (form.get('client_secret') !== options.clientSecret) return json(401, { error: 'invalid_client' });
      if (!code || code.challenge !== proof || code.redirect !== form.get('redirect_uri')) return json(400, { error: 'invalid_grant' });
      const seconds = Math.floor(options.now() / 1000);
      const token = await new SignJWT({ ...state.person, nonce: state.lies.nonce ?? code.nonce })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setIssuer(state.lies.issuer ?? issuer)
        .setAudience(state.lies.audience ?? options.clientId)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + 300)
        .sign(state.lies.foreignKey ? foreign.privateKey : pair.privateKey);
      return json(200, { access_token: 'x', token_type: 'Bearer', id_token: token });
    }
    return json(404, {});
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as { port: number };
  const issuer = `http://127.0.0.1:${port}`;
  return { issuer, state, close: () => new Promise((gone) => server.close(gone)) };
}
