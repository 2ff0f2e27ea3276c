import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { messageOf } from './server-errors.ts'

test('people see the sentence about a faulty field without the name that programs use for it', () => {
  const issue = { field: 'pageSize', message: 'Must be at least 1' }
  const refused = (issues: object[]) =>
    new ORPCError('BAD_REQUEST', { status: 400, message: 'pageSize: Must be at least 1', data: { issues } })
  expect(messageOf(refused([issue]))).toBe('Must be at least 1')
  expect(messageOf(refused([issue, issue]))).toBe('pageSize: Must be at least 1')
})
