import { expect, test } from 'vitest'
import { until } from '../../counterparts/shared/testing.ts'
import { typedFor, useServices } from '../testing/outside/services.ts'

const { company, operator, services } = useServices({ RATE_LIMIT: '0.1', DATABASE_POOL: '2' })

const at = (path = '') => `/api/companies/${company.id}/integrations${path && `/${path}`}`
const testOpenai = () => operator.post(at('openai/test'), {})
const countCalls = async () =>
  Object.values(await services.openai.control.calls()).reduce((sum, count) => sum + count, 0)

test('while a service is slow, nobody waits for a connection to the database', async () => {
  await operator.patch(at('openai'), typedFor(services).openai)
  await services.openai.control.misbehave({ kinds: ['slow'], share: 1, slowMs: 3_000 })
  const tests = [testOpenai(), testOpenai(), testOpenai()] // more than the pool has
  await until(async () => ((await countCalls()) === 3 ? true : undefined))
  const named = (name: string, work: Promise<unknown>) => work.then(() => name)
  const first = await Promise.race([named('cards', operator.get(at())), ...tests.map((each) => named('test', each))])
  expect(first).toBe('cards')
  for (const each of await Promise.all(tests)) expect(each.json()).toMatchObject({ success: true })
})

test('tests of connections are counted by the hour: the next one is refused, and the service is not asked', async () => {
  await operator.patch(at('openai'), typedFor(services).openai)
  for (let times = 0; times < 3; times++) expect((await testOpenai()).statusCode).toBe(200)
  await services.openai.control.forgetCalls()
  const refused = await testOpenai()
  expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)])
  expect(await countCalls()).toBe(0)
})
