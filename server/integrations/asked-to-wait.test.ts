import { expect, test } from 'vitest'
import { consentAt, typedFor, useServices } from '../testing/outside/services.ts'

const { company, operator, services } = useServices()

const at = (path: string) => `/api/companies/${company.id}/${path}`

/** The calls behind a press that a service refuses for a while. */
const presses = [
  ['shopify', 'graphql', 'integrations/shopify/test'],
  ['quickbooks', 'companyinfo', 'integrations/quickbooks/test'],
  ['shipstation', 'stores', 'integrations/shipstation/test'],
  ['google_calendar', 'calendarList', 'integrations/google_calendar/test'],
  ['openai', 'responses', 'assistant/sop-draft'],
] as const

// RFC 9110 allows Retry-After to be a date, by the clock of the service: here it is an hour ahead of ours.
test.each([429, 503])('a service that answers %i until a moment is called again at that moment', async (status) => {
  for (const [name] of presses) {
    const saved = await operator.patch(at(`integrations/${name}`), { isEnabled: true, ...typedFor(services)[name] })
    expect(saved.statusCode).toBe(200)
    if (name === 'quickbooks' || name === 'google_calendar') await consentAt(operator, company.id, name)
  }
  const theirNow = Math.floor(Date.now() / 1_000) * 1_000 + 3_600_000
  const inWords = (ms: number) => new Date(ms).toUTCString()
  const headers = { date: inWords(theirNow), 'retry-after': inWords(theirNow + 2_000) }
  // Three tries without a hint are over before it.
  const until = performance.now() + 1_800
  const answers = presses.map(async ([name, path, press]) => {
    const { control } = services[name === 'google_calendar' ? 'google' : name]
    await control.misbehave({
      ...{ share: 1, path },
      change: (answer) => (performance.now() < until ? { status, headers, body: {} } : answer),
    })
    const answer = await operator.post(at(press), name === 'openai' ? { notes: 'Unpack the valves, check them.' } : {})
    const { success = answer.statusCode === 200, message } = answer.json()
    return [name, success, success ? '' : message]
  })
  expect(await Promise.all(answers)).toEqual(presses.map(([name]) => [name, true, '']))
})
