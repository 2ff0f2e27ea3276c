import type { FileAttachment } from 'contract/files/files.ts'
import { describe, expect, test } from 'vitest'
import { useCompany } from '../testing/fixture.ts'

const { server, company, operator } = useCompany()

type Target = { entityType?: string; entityId: string; name?: string }

const upload = ({ entityType = 'part', entityId, name = 'notes.txt' }: Target, body = 'hello') =>
  operator.post(`/api/companies/${company.id}/files?${new URLSearchParams({ entityType, entityId, name })}`, body, {
    'content-type': 'application/octet-stream',
  })

const newPart = async (): Promise<string> => (await server.given.part(company)).id

const filesOf = async (entityId: string, entityType = 'part'): Promise<FileAttachment[]> =>
  (await operator.get(`/api/companies/${company.id}/files?entityType=${entityType}&entityId=${entityId}`)).json().items

const undo = (changeSetId: string) => operator.post(`/api/companies/${company.id}/change-sets/${changeSetId}/undo`, {})

describe('removal', () => {
  test('is in the log of the record, and undone with its bytes', async () => {
    const part = await newPart()
    const file = (await upload({ entityId: part, name: 'plan.txt' }, 'the plan')).json()
    const removal = (await operator.delete(`/api/companies/${company.id}/files/${file.id}`)).json()
    expect(removal.count).toBe(1)
    expect(await filesOf(part)).toEqual([])
    const log = (await operator.get(`/api/companies/${company.id}/activity?entityId=${part}`)).json().items
    expect(log.map((entry: { description: string }) => entry.description)).toEqual([
      'Removed file plan.txt',
      'Added file plan.txt',
      'Created',
    ])
    expect((await undo(removal.changeSetId)).json().conflicts).toEqual([])
    const { changeSetId: _, ...attachment } = file
    expect(await filesOf(part)).toEqual([attachment])
    const { url } = (await operator.get(`/api/companies/${company.id}/files/${file.id}/url`)).json()
    expect((await server.anonymous.get(url)).body).toBe('the plan')
  })

  test.each(['part', 'assembly', 'product'] as const)(
    'of a %s takes its files along, and undo brings both back',
    async (kind) => {
      const { id } = await server.given[kind](company)
      const file = (await upload({ entityType: kind, entityId: id }, 'stays')).json()
      const plural = { part: 'parts', assembly: 'assemblies', product: 'products' }[kind]
      const removal = (await operator.delete(`/api/companies/${company.id}/${plural}/${id}`)).json()
      expect((await operator.get(`/api/companies/${company.id}/files/${file.id}/url`)).statusCode).toBe(404)
      expect((await undo(removal.changeSetId)).json()).toMatchObject({ restored: 1, conflicts: [] })
      expect(await filesOf(id, kind)).toHaveLength(1)
    },
  )

  test('of a file whose record is gone cannot be undone, and the answer says so', async () => {
    const part = await newPart()
    const file = (await upload({ entityId: part, name: 'plan.txt' })).json()
    const removal = (await operator.delete(`/api/companies/${company.id}/files/${file.id}`)).json()
    await operator.delete(`/api/companies/${company.id}/parts/${part}`)
    const answer = await undo(removal.changeSetId)
    expect([answer.statusCode, answer.json().conflicts]).toMatchObject([
      200,
      [
        {
          entityName: 'plan.txt',
          code: 'gone',
          params: { type: 'part' },
          reason: expect.stringMatching(/^It needs P-\d+ Part \d+, which is gone$/),
        },
      ],
    ])
  })

  test('of a record that somebody else has attached a file to is not undone', async () => {
    const made = (
      await operator.post(`/api/companies/${company.id}/parts`, { name: 'New', partNumber: 'N-UNDO' })
    ).json()
    await upload({ entityId: made.id })
    expect((await undo(made.changeSetId)).json().conflictCount).toBe(1)
    expect(await filesOf(made.id)).toHaveLength(1)
  })
})
