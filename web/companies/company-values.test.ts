import { expect, test } from 'vitest'
import { CompanyForm } from './company-values.ts'

const employees = CompanyForm.shape.employeeCount

test('a number of employees that is not known stays unknown', () => {
  expect(employees.parse('')).toBe(null)
  expect(employees.parse(0)).toBe(0)
  expect(employees.parse(12)).toBe(12)
})
