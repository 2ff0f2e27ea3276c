import type { Role } from 'contract/permissions.ts'

export const demoCompanies = { sbr: 'SBR', north: 'North Manufacturing', south: 'South Supply' } as const

export type DemoPerson = {
  email: string
  firstName: string
  lastName: string
  role: Role
  company: (typeof demoCompanies)[keyof typeof demoCompanies]
}

const { sbr, north, south } = demoCompanies

/** The people of the demo data, one for each role and company (product.md 7). */
// biome-ignore format: reads as a table
export const demoPeople: DemoPerson[] = [
  { email: 'operator@sbr.example',           firstName: 'Olivia', lastName: 'Brandt',   role: 'sbr_operator',     company: sbr },
  { email: 'company-operator@north.example', firstName: 'Noah',   lastName: 'Lindqvist', role: 'company_operator', company: north },
  { email: 'manager@north.example',          firstName: 'Maya',   lastName: 'Torres',   role: 'manager',          company: north },
  { email: 'employee@north.example',         firstName: 'Emil',   lastName: 'Novak',    role: 'employee',         company: north },
  { email: 'company-operator@south.example', firstName: 'Sofia',  lastName: 'Marchetti', role: 'company_operator', company: south },
  { email: 'manager@south.example',          firstName: 'Marcus', lastName: 'Adeyemi',  role: 'manager',          company: south },
  { email: 'employee@south.example',         firstName: 'Elena',  lastName: 'Petrova',  role: 'employee',         company: south },
]
