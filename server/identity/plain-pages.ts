import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'

// Pages without the app's code, for browsers that are signing in.

/** Serves the style of the plain pages. It is a file of its own because the policy allows no inline style. */
export function servePlainPageStyle(app: FastifyInstance): void {
  const style = readFile(new URL('plain-pages.css', import.meta.url), 'utf8')
  style.catch(() => undefined)
  app.get('/auth/plain-pages.css', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/css; charset=utf-8')
      .send(await style),
  )
}

/** A whole page. @param body HTML; the caller has escaped everything that comes from outside */
export const pageOf = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<title>${escapeHtml(title)} - SBR Operations</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/auth/plain-pages.css">
</head>
<body>
<main>
${body}
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
