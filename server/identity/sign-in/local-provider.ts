import { createHash, randomBytes } from 'node:crypto'
import { readEmail } from 'contract/identity/email.ts'
import { roleLabels } from 'contract/permissions.ts'
import { demoPeople } from 'database/seeds/demo-people.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CustomFetch } from 'openid-client'
import type { LocalIssuer } from './local-issuer.ts'
import { escapeHtml, noticeOf, pageOf, sendPage } from './plain-pages.ts'
import type { ProviderSettings } from './provider.ts'

const path = '/local-accounts'

/**
 * Our own OpenID provider. It replaces Google when no credentials are configured: same protocol, same checks, but anybody may
 * sign in as anybody. Never in production.
 * @param listsDemoPeople whether its account page offers the people of the demo data
 * @returns the registration of the app with it
 * @throws in production
 */
export function mountLocalProvider(
  app: FastifyInstance,
  options: { appUrl: () => string; isProduction: boolean; listsDemoPeople: boolean },
): () => ProviderSettings {
  if (options.isProduction) throw new Error('The local sign-in provider does not run with NODE_ENV=production')
  const { appUrl } = options
  const client = { id: 'sbr-operations', secret: randomBytes(32).toString('base64url') }
  const issuerUrl = () => `${appUrl()}${path}`
  let issuer: Promise<LocalIssuer> | undefined
  const open = () => {
    // Loading it takes longer than starting the server, so only the first sign-in loads it.
    issuer ??= import('./local-issuer.ts').then(({ openLocalIssuer }) =>
      openLocalIssuer({ issuer: issuerUrl(), path, client, redirectUri: `${appUrl()}/auth/callback` }),
    )
    return issuer
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 10_000 },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    )
    scope.get(`${path}/interaction/:uid`, { exposeHeadRoute: false }, async (request, reply) => {
      const isOpen = await (await open()).isInteraction(request.raw, reply.raw)
      // The form must send its origin; the policy of the other pages ('no-referrer') would turn it into null.
      reply.header('referrer-policy', 'same-origin')
      return isOpen ? sendPage(reply, 200, accountPage(request.url, options.listsDemoPeople)) : sendExpired(reply)
    })
    scope.post(`${path}/interaction/:uid`, (request, reply) => choose(open, request, reply))
  })
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null)) // the provider reads the bodies itself
    scope.route({
      method: ['GET', 'POST'],
      url: `${path}/*`,
      exposeHeadRoute: false,
      handler: async (request, reply) => passOn(await open(), appUrl(), request, reply),
    })
  })
  return () => ({
    issuer: issuerUrl(),
    clientId: client.id,
    clientSecret: client.secret,
    allowsHttp: true,
    prompt: 'login',
    fetch: fetchWithin(app, appUrl),
  })
}

async function choose(open: () => Promise<LocalIssuer>, request: FastifyRequest, reply: FastifyReply) {
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const email = readEmail(form.get('email'))
  if (!email) return sendPage(reply, 400, noticeOf('That is no e-mail address', 'Please go back and correct it.'))
  const name = form.get('name')?.trim() || null
  const target = await (await open()).signIn(request.raw, reply.raw, { subject: subjectOf(email), email, name })
  return target ? reply.redirect(target, 303) : sendExpired(reply)
}

const sendExpired = (reply: FastifyReply) =>
  sendPage(reply, 400, noticeOf('This page has expired', 'Please start signing in again.'))

/** The same person keeps the same subject after a restart. */
const subjectOf = (email: string) => createHash('sha256').update(`local-account ${email}`).digest('hex').slice(0, 32)

/** Passes a request to the provider with the public address, whatever a proxy in between says. */
function passOn(issuer: LocalIssuer, appUrl: string, { raw }: FastifyRequest, reply: FastifyReply) {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  const { protocol, host } = new URL(appUrl)
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  raw.headers['x-forwarded-host'] = host
  // Drop the provider's own session, so that every sign-in asks for the account.
  const cookies = raw.headers.cookie?.split('; ').filter((cookie) => cookie.startsWith('_interaction'))
  raw.headers.cookie = cookies?.join('; ') ?? ''
  reply.hijack()
  issuer.handle(Object.assign(raw, { originalUrl: raw.url, url: raw.url?.slice(path.length) }), reply.raw)
}

/** The app reaches its own provider without the network: it need not know the port, nor listen at all. */
const fetchWithin =
  (app: FastifyInstance, appUrl: () => string): CustomFetch =>
  async (url, { method, headers, body }) => {
    const { pathname, search } = new URL(url)
    const answer = await app.inject({
      method: method as 'GET' | 'POST',
      url: pathname + search,
      headers: { ...headers, host: new URL(appUrl()).host },
      ...(body ? { payload: String(body) } : {}),
    })
    return new Response(answer.rawPayload, {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
    })
  }

/** The local provider's account page. @param action where its forms go; @param listsDemoPeople the people of the demo data */
function accountPage(action: string, listsDemoPeople: boolean): string {
  const target = escapeHtml(action)
  return pageOf(
    'Choose an account',
    `<h1>Choose an account</h1>
<p>to continue to SBR Operations. This page stands in for Google on a trial server; no password is asked.</p>
${listsDemoPeople ? demoForm(target) : ''}
<h2 id="other">Use another account</h2>
<form method="post" action="${target}" aria-labelledby="other">
<label>E-mail <input type="email" name="email" required maxlength="254" autocomplete="off"></label>
<label>Name <input name="name" maxlength="100" autocomplete="off"></label>
<button class="button">Continue</button>
</form>`,
  )
}

const demoForm = (target: string) => `<form method="post" action="${target}" aria-label="Demo people">
<ul>
${demoPeople.map(row).join('\n')}
</ul>
</form>`

const row = ({ email, role, company }: (typeof demoPeople)[number], index: number) =>
  `<li><button name="email" value="${escapeHtml(email)}" aria-describedby="person-${index}">${escapeHtml(email)}</button>
<span id="person-${index}">${escapeHtml(`${roleLabels[role]} · ${company}`)}</span></li>`
