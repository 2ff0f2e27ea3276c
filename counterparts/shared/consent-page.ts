import type { Answer } from './exchange.ts'

/** The page on which a person allows or denies: two buttons that post to the address of the page. */
export function consentPage(provider: string, account: string, scope: string, action: string): Answer {
  return htmlPage(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${provider} counterpart</title>
<style>body{font-family:sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}button{font-size:1rem;padding:.5rem 1.5rem;margin-right:1rem}</style>
</head>
<body>
<h1>${provider} counterpart</h1>
<p>SBR Operations would like to reach <strong>${escaped(account)}</strong> with: ${escaped(scope)}</p>
<form method="post" action="${escaped(action)}">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</form>
</body>
</html>`)
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A page for a person whose request was wrong and who cannot be sent back. */
export function errorPage(title: string, message: string): Answer {
  return htmlPage(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title></head><body><h1>${escaped(title)}</h1><p>${escaped(message)}</p></body></html>`,
    400,
  )
}

const htmlPage = (body: string, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body,
})

/** The address that people return to, with more parameters. */
export function returnTo(redirectUri: string, parameters: Record<string, string | undefined>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return url.toString()
}
