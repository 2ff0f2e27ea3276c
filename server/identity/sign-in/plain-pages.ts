import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { assetNamed } from '../../platform/http/answers/static-files.ts'

// Pages without the app's code, for browsers that are signing in.

/** Serves the style of the plain pages. It is a file of its own because the policy allows no inline style. */
export function servePlainPageStyle(app: FastifyInstance): void {
  const style = Promise.all([fontOfScreens(), readFile(new URL('plain-pages.css', import.meta.url), 'utf8')]).then(
    (parts) => parts.join('\n'),
  )
  style.catch(() => undefined)
  app.get('/auth/plain-pages.css', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/css; charset=utf-8')
      .send(await style),
  )
}

/** The font of the screens, from the same file as theirs; before they are built, the font of the system. */
async function fontOfScreens(): Promise<string> {
  const file = await assetNamed(/^inter-latin-wght-normal-.*\.woff2$/)
  if (!file) return ''
  return `@font-face { font-family: "Inter Variable"; font-weight: 100 900; font-display: swap; src: url("/assets/${file}") format("woff2"); }`
}

/** A whole page. @param body HTML; the caller has escaped everything that comes from outside */
export const pageOf = (title: string, body: string): string => `<!doctype html>
<html lang="en" data-mantine-color-scheme="dark" data-accent="default">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${escapeHtml(title)} - SBR Operations</title>
<link rel="icon" href="/favicon.svg">
<script src="/theme.js"></script>
<link rel="stylesheet" href="/auth/plain-pages.css">
</head>
<body>
<div class="picture"></div>
<main>
<div class="content">
<svg class="brand" width="44" height="44" viewBox="0 0 24 24" aria-hidden="true">
<rect width="24" height="24" rx="6" fill="var(--accent-solid)"/>
<path fill="none" stroke="#fff" stroke-width="1.9" stroke-linejoin="round" stroke-linecap="round"
  d="m12 5.2 6 3.2-6 3.2-6-3.2zM6 12l6 3.2 6-3.2M6 15.4l6 3.2 6-3.2"/>
</svg>
${body}
</div>
</main>
</body>
</html>
`

/** A page that says what went wrong and leads back to the sign-in screen. */
export const noticeOf = (title: string, sentence: string): string =>
  pageOf(
    title,
    `<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(sentence)}</p>
<p><a class="button" href="/auth">Back to sign-in</a></p>`,
  )

export const sendPage = (reply: FastifyReply, status: number, html: string): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(html)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML, in content and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] as string)
