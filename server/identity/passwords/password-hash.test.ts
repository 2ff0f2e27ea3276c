import { afterEach, expect, test } from 'vitest'
import { browser } from '../../testing/browser.ts'
import { useServer } from '../../testing/fixture.ts'
import { until } from '../../testing/until.ts'
import { cost, hashOf, turns } from './password-hash.ts'

const { server } = useServer()
const good = 'kettle-Orbit 7 violin'
const usual = { ...cost }
afterEach(() => void Object.assign(cost, usual))

test('a new hash costs what OWASP recommends', async () => {
  const hash = await hashOf(good, { person: 'one', company: 'one' })
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
})

test('of 90 passwords that one address tries at once, 80 wait and the others are asked to come again', async () => {
  Object.assign(cost, { memory: 1_024 }) // they prove the same
  const leave = [
    await turns.enter({ person: 'one', company: 'one' }),
    await turns.enter({ person: 'two', company: 'two' }),
  ]
  let refused = 0
  const tries = Array.from({ length: 90 }, async (_, at) => {
    const { statusCode } = await browser(server.app).post('/api/auth/password', {
      email: `stranger-${at}@firm.example`,
      password: good,
    })
    if (statusCode === 429) refused += 1
    return statusCode
  })
  await until(
    async () => refused,
    (count) => count >= 10,
  )
  for (const each of leave) each()
  const statuses = await Promise.all(tries)
  expect(statuses.filter((status) => status === 401)).toHaveLength(80)
})
