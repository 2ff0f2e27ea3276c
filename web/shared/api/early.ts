import type { Session } from 'contract/identity/session.ts'

/** What every screen asks first. The entry of the page asks for it while the code of the screens is still on its way (decision 0121). */
const begun = new Map<string, Promise<Response>>()

const sessionPath = '/api/session'

/** The lists whose address, without search and filters, decides the first request but for the company. */
const lists = /^\/inventory\/(parts|assemblies|products|vendors)$/

/** After that time an answer that no screen has taken is too old. */
const freshMs = 10_000

/** Sends the first requests; their answers wait for the client of the API. */
export function askEarly(): void {
  const session = ask(sessionPath)
  ask('/api/preferences')
  void session.then((answer) => askForList(answer.clone())).catch(() => undefined)
  setTimeout(() => begun.clear(), freshMs)
}

/** The answer to a request that was sent early, once. */
export function takeEarly({ method, url }: Pick<Request, 'method' | 'url'>): Promise<Response> | undefined {
  const answer = method === 'GET' ? begun.get(url) : undefined
  begun.delete(url)
  return answer
}

function ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const answer = fetch(path, { headers })
  answer.catch(() => undefined) // the client of the API sees it, too
  begun.set(`${window.location.origin}${path}`, answer)
  return answer
}

/** Where it takes another company than the screen (companyIdFor), its answer is not used. */
async function askForList(answer: Response): Promise<void> {
  const { pathname, search } = window.location
  const list = lists.exec(pathname)?.[1]
  const { company: companyInUrl, ...others } = Object.fromEntries(new URLSearchParams(search))
  if (!list || !answer.ok || Object.keys(others).length > 0) return
  const { user, companyId, companies }: Session = await answer.json()
  const isListed = (id: string | null | undefined) => companies.some((company) => company.id === id)
  const chosen = [companyInUrl, localStorage.getItem('company')].find(isListed) ?? companyId
  if (chosen) ask(`/api/companies/${chosen}/${list}`, { 'x-person': user.id })
}
