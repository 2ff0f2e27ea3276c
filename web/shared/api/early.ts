/** What every screen asks first. The entry of the page asks for it while the code of the screens is still on its way (decision 0187). */
const begun = new Map<string, Promise<Response>>()

const paths = ['/api/session', '/api/preferences']

/** Sends the first requests; their answers wait for the client of the API. */
export function askEarly(): void {
  for (const path of paths) {
    const answer = fetch(path)
    answer.catch(() => undefined) // the client of the API sees it, too
    begun.set(`${window.location.origin}${path}`, answer)
  }
}

/** The answer to a request that was sent early, once. */
export function takeEarly({ method, url }: Pick<Request, 'method' | 'url'>): Promise<Response> | undefined {
  const answer = method === 'GET' ? begun.get(url) : undefined
  begun.delete(url)
  return answer
}
