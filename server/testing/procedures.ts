import { procedures as all, type Procedure } from '../platform/http/procedures.ts'

export type { Procedure }

/** Every procedure of the contract, with the address of its route: '/api/companies/{companyId}/parts'. */
export const procedures: Procedure[] = all.map((procedure) => ({ ...procedure, path: `/api${procedure.path}` }))

const byName = new Map(procedures.map((each) => [each.name, each]))

/** @param name 'parts.list' */
export const procedureNamed = (name: string): Procedure | undefined => byName.get(name)
