import { expect, test } from 'vitest'
import { CompanyForm } from './company-values.ts'

const employees = CompanyForm.shape.employeeCount

test('an unknown number of employees stays unknown', () => {
  expect(employees.parse('')).toBe(null)
  expect(employees.parse(0)).toBe(0)
  expect(employees.parse(12)).toBe(12)
})
