import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { sharedErrors } from 'contract/errors.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { noAddress } from '../other-methods.ts'
import { sendProblem } from './error-replies.ts'

const folder = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))

/** web/public: their names do not change with their content. */
const publicFiles = [
  ...['theme.js', 'favicon.svg', 'exploded-view.svg', 'manifest.webmanifest'],
  ...['icon-192.png', 'icon-512.png', 'icon-maskable-512.png', 'apple-touch-icon.png'],
]

/**
 * Serves the built screens: hashed files cached for a year, index.html for every path that is no file and no API, so that a
 * link into the app works. Nothing served here is secret (security.md 5.6).
 */
export async function serveScreens(app: FastifyInstance): Promise<void> {
  if (existsSync(folder)) {
    await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false })
    app.get('/assets/*', (request, reply) => {
      const { '*': name } = request.params as { '*': string }
      if (name.includes('../..')) return reply.callNotFound() // the plugin's 403 would reveal that something is there (T73)
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      return reply.sendFile(`assets/${name}`)
    })
    for (const name of publicFiles)
      app.get(`/${name}`, (_request, reply) => reply.header('cache-control', 'no-cache').sendFile(name))
  }
  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      ['GET', 'HEAD'].includes(request.method) &&
      /^\/(?!api\/|api$|auth\/callback|local-accounts|assets\/)(?:[\w-]+\/)*[\w-]*(\?.*)?$/i.test(request.url)
    if (!isPage) {
      reply.header('cache-control', 'no-store')
      const failure = request.url.startsWith('/api/') ? noAddress : sharedErrors.NOT_FOUND
      return sendProblem(reply, { defined: false, code: 'NOT_FOUND', ...failure })
    }
    return sendScreen(reply, request.url.replace(/\?.*/, ''))
  })
}

/** Sends the page that loads the screen of a path. */
export const sendScreen = async (reply: FastifyReply, path: string): Promise<FastifyReply> =>
  reply.header('content-type', 'text/html; charset=utf-8').send(await pageFor(folder, path))

/** The name of a built asset, whose end changes with its content; undefined when there is none. */
export async function assetNamed(pattern: RegExp): Promise<string | undefined> {
  const names = await readdir(`${folder}assets`).catch(() => [])
  return names.find((name) => pattern.test(name))
}

/**
 * The page that loads the screens, for a path. It names the files of that screen, so that the browser requests them at once.
 * @param folder the built screens, ending with a slash
 */
async function pageFor(folder: string, path: string): Promise<string> {
  const html = await readFile(`${folder}index.html`, 'utf8').catch(() => undefined)
  if (html === undefined) return 'The screens are not built yet: run npm start'
  const files = JSON.parse(await readFile(`${folder}preloads.json`, 'utf8').catch(() => '{}')) as Record<
    string,
    string[]
  >
  const screen = Object.keys(files)
    .filter((prefix) => path === prefix || path.startsWith(prefix === '/' ? '/' : `${prefix}/`))
    .sort((one, other) => other.length - one.length)[0]
  const links = (files[screen ?? ''] ?? []).filter((file) => !html.includes(file)).map(linkTo)
  return html.replace('</head>', `${links.join('')}</head>`)
}

function linkTo(file: string): string {
  if (file.endsWith('.css')) return `<link rel="stylesheet" crossorigin href="/${file}">`
  if (file.endsWith('.woff2')) return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`
  return `<link rel="modulepreload" crossorigin href="/${file}">`
}
