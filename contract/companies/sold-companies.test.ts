import { expect, test } from 'vitest'
import { actions, permissionsOf } from '../permissions.ts'
import { readingOnly } from './sold-companies.ts'

test('in a company that was sold an operator reads, exports and gives the company back, and changes no record', () => {
  const operator = permissionsOf('sbr_operator')
  const left = readingOnly(operator)
  expect(left).toEqual(expect.arrayContaining(operator.filter((action) => /\.(read\w*|export|overview)$/.test(action))))
  expect(left).toEqual(expect.arrayContaining(['company.write', 'person.write', 'integration.move', 'profile.write']))
  expect(actions.filter((action) => !readingOnly(actions).includes(action))).toMatchInlineSnapshot(`
    [
      "inventory.write",
      "inventory.import",
      "backup.manage",
      "file.write",
      "activity.undo",
      "sop.create",
      "sop.write",
      "sop.share",
      "sop.acknowledge",
      "sop.run",
      "task.create",
      "task.setStatus",
      "task.edit",
      "task.report",
      "comment.write",
      "time.clock",
      "time.edit",
      "time.propose",
      "time.decide",
      "time.lock",
      "time.agree",
      "integration.write",
      "assistant.use",
      "view.write",
      "view.share",
    ]
  `)
})
