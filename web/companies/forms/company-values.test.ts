import { expect, test } from 'vitest'
import { CompanyForm } from './company-values.ts'

const employees = CompanyForm.shape.employeeCount

test('an unknown number of employees stays unknown', () => {
  expect(employees.parse('')).toBe(null)
  expect(employees.parse(0)).toBe(0)
  expect(employees.parse(12)).toBe(12)
})

test('a number that is none is refused, as in other forms', () => {
  const saying = (value: unknown) => employees.safeParse(value).error?.issues[0]?.message
  expect(saying(-3)).toBe('Must not be negative')
  expect(saying(1.5)).toBe('Must be a whole number')
  expect(saying('abc')).toBe('Must be a whole number')
  expect(CompanyForm.shape.annualRevenue.safeParse('12 apples').error?.issues[0]?.message).toBe('Must be an amount')
})
