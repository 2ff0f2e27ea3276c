import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Claims = Record<string, unknown>
type Token = { header: Claims; claims: Claims }

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const keyId = 'right'

/**
 * An OpenID provider that lies on demand: `forge` changes header, claims or the signature of the next ID tokens. It accepts
 * any code; nonce and challenge come from the `authorize` call.
 */
export async function startFakeIssuer() {
  const right = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const wrong = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const state = {
    nonce: '',
    challenge: '',
    forge: (token: Token): Token => token,
    signWith: 'right' as 'right' | 'wrong' | 'none' | 'secret',
    isDown: false,
    requests: 0,
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    if (state.isDown) return send(response, 502, { error: 'down' })
    if (url.pathname === '/.well-known/openid-configuration') return send(response, 200, metadata(issuer))
    if (url.pathname === '/jwks') {
      const key = { ...right.publicKey.export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' }
      return send(response, 200, { keys: [key] })
    }
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      state.requests++
      const verifier = new URLSearchParams(body).get('code_verifier') ?? ''
      if (createHash('sha256').update(verifier).digest('base64url') !== state.challenge) {
        return send(response, 400, { error: 'invalid_grant' })
      }
      send(response, 200, { access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token: idToken() })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const idToken = () => {
    const now = Math.floor(Date.now() / 1_000)
    const claims = { iss: issuer, aud: 'client', sub: 'subject-1', nonce: state.nonce, iat: now, exp: now + 300 }
    const person = { email: 'person@firm.example', email_verified: true, name: 'Pat Person' }
    const token = state.forge({ header: { alg: 'RS256', kid: keyId }, claims: { ...claims, ...person } })
    const content = `${encode(token.header)}.${encode(token.claims)}`
    return `${content}.${signature(content)}`
  }
  const signature = (content: string) => {
    if (state.signWith === 'none') return ''
    if (state.signWith === 'secret') return createHmac('sha256', 'client-secret').update(content).digest('base64url')
    const { privateKey } = state.signWith === 'right' ? right : wrong
    return sign('sha256', Buffer.from(content), privateKey).toString('base64url')
  }

  return {
    issuer,
    state,
    /** Acts as the provider's page: remembers the request, issues a code. @returns the path of the callback */
    authorize(location: string) {
      const { searchParams } = new URL(location)
      state.nonce = searchParams.get('nonce') ?? ''
      state.challenge = searchParams.get('code_challenge') ?? ''
      return `/auth/callback?code=any&state=${searchParams.get('state')}`
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  // A careless provider: the app must be safe although it allows too much.
  id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
})

function send(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
