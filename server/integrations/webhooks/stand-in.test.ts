import { expect, onTestFinished, test } from 'vitest'
import { useOwnServer } from '../../testing/fixture.ts'
import { startWorkerOf } from '../../testing/outside/connected-store.ts'
import { isSigned, startReceiver } from '../../testing/outside/receiver.ts'
import { until } from '../../testing/until.ts'

const receiver = await startReceiver((response) => response.end())
const { server, company, operator } = useOwnServer({ WEBHOOK_BASE_URL: new URL(receiver.url).origin })

test('outside production all webhooks go to a stand-in, so that a receiver can be tried on the same machine', async () => {
  onTestFinished(() => receiver.close())
  const worker = await startWorkerOf(server)
  onTestFinished(() => worker.stop())
  const path = `/api/companies/${company.id}/webhooks`
  const fields = { name: 'Warehouse', url: 'https://hooks.example.com/sbr?key=7', kinds: ['part'] }
  const { id, secret } = (await operator.post(path, fields)).json()
  expect((await operator.post(`${path}/${id}/test`)).json()).toMatchObject({ isSuccess: true, httpStatus: 200 })
  await operator.post(`/api/companies/${company.id}/parts`, { partNumber: 'N-1', name: 'Nut' })
  await until(
    async () => receiver.received.length,
    (count) => count === 2,
  )
  expect(receiver.received.map(({ url }) => url)).toEqual(['/sbr?key=7', '/sbr?key=7'])
  expect(receiver.received.every((each) => isSigned(each, secret))).toBe(true)
})
