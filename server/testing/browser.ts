import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

type Cookie = LightMyRequestResponse['cookies'][number]

/** The end of a chain of redirects: the last answer, its address, and the steps on the way. */
export type Visit = LightMyRequestResponse & {
  url: string
  visited: string[]
  setCookies: Cookie[]
  attempt: string | undefined
}
export type Browser = ReturnType<typeof browser>

/** A client that keeps cookies and follows redirects within the app, up to the screens (which tests do not build). */
export function browser(app: FastifyInstance, origin = 'http://localhost:3000') {
  const { host } = new URL(origin)
  const jar = new Map<string, Cookie>()
  const headers = (path: string) => ({
    host,
    cookie: [...jar.values()]
      .filter((cookie) => path.startsWith(cookie.path ?? '/'))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; '),
  })
  const keep = (answer: LightMyRequestResponse) => {
    for (const cookie of answer.cookies) {
      const isGone = cookie.maxAge === 0 || (cookie.expires && cookie.expires.getTime() <= Date.now())
      const key = `${cookie.name} ${cookie.path}`
      if (isGone) jar.delete(key)
      else jar.set(key, cookie)
    }
    return answer
  }
  const get = async (url: string) => keep(await app.inject({ url, headers: headers(url) }))
  const inject = async (
    method: 'POST' | 'PUT',
    url: string,
    payload?: string | object,
    more: Record<string, string> = {},
  ) =>
    keep(
      await app.inject({
        method,
        url,
        headers: { ...headers(url), origin, ...more },
        ...(payload === undefined ? {} : { payload }),
      }),
    )

  const post = (url: string, payload?: string | object, more: Record<string, string> = {}) =>
    inject('POST', url, payload, more)

  const walk = async (url: string, first: LightMyRequestResponse): Promise<Visit> => {
    let answer = first
    const visited = [url]
    const setCookies = [...answer.cookies]
    const attempt = () => jar.get('__Host-oidc /')?.value
    let lastAttempt = attempt()
    while (answer.statusCode >= 300 && answer.statusCode < 400) {
      const next = String(answer.headers.location).replace(origin, '')
      visited.push(next)
      if (!/^\/(api|auth\/callback|local-accounts)/.test(next)) break
      lastAttempt = attempt() ?? lastAttempt
      answer = await get(next)
      setCookies.push(...answer.cookies)
    }
    return Object.assign(answer, { url: visited.at(-1) as string, visited, setCookies, attempt: lastAttempt })
  }

  return {
    get,
    post,
    put: (url: string, payload: object) => inject('PUT', url, payload),
    /** Tampers with a cookie. */
    change: (name: string, edit: (value: string) => string) => {
      for (const cookie of jar.values()) if (cookie.name === name) cookie.value = edit(cookie.value)
    },
    plant: (name: string, value: string) => void jar.set(`${name} /`, { name, value, path: '/' }),
    follow: async (url: string) => walk(url, await get(url)),
    /** Sends a form and follows the redirects. */
    submit: async (url: string, fields: Record<string, string>) =>
      walk(
        url,
        await post(url, new URLSearchParams(fields).toString(), {
          'content-type': 'application/x-www-form-urlencoded',
        }),
      ),
  }
}

/** Sends the form of a page with these values. */
export function pressButton(visitor: Browser, page: Visit, fields: Record<string, string>): Promise<Visit> {
  const action = /<form method="post" action="([^"]+)"/.exec(page.body)?.[1]
  if (!action) throw new Error(`No form at ${page.url} (${page.statusCode}): ${page.body.slice(0, 300)}`)
  return visitor.submit(action, fields)
}
