import type { Given, GivenCompany, GivenPerson } from '../given.ts'

/** Statuses that security.md 2.2 promises, in the own company; of another one there is nothing but for who reaches all. */
export type Expected = [
  anonymous: number,
  none: number,
  employee: number,
  manager: number,
  operator: number,
  sbr: number,
]

/** Verbs on rows of the own company, as the database itself allows them to the web server: 'r---', 'riud', … */
export type FencedTable = {
  /** Where the key is not its name: some of its rows. */
  table?: string
  rows?: string
  own: [employee: string, manager: string, operator: string, sbr: string]
  /** Follows `insert into <table>`; $1 is the company. */
  insert: string
  set: string
  /** Picks rows that nothing else refers to, for the delete. */
  target?: string
}

export type Records = Record<string, string>

/** What one feature adds to the generated tests of rights (security.md 2.4), written by hand a second time. */
export type FeatureAccess = {
  /** By name; one that answers differently by what it is asked about stands once for each: 'files.list (task)'. */
  procedures: Record<string, Expected>
  /** One record of each kind, made afresh for every question, by name. @param operator a company operator of `company` */
  records: (given: Given, company: GivenCompany, operator: GivenPerson | undefined) => Promise<Records>
  /** Which record the {id} is, by the noun of the path or the whole name. */
  idOf: Record<string, string>
  /** Other words of paths than {companyId} and {id}. */
  words?: (records: Records) => Record<string, string>
  /** What follows the `?` of such a request. */
  queries?: (records: Records) => Record<string, Record<string, string>>
  /** The body of a request that is right in everything but, perhaps, who sends it. */
  bodies: (records: Records) => Record<string, object>
  tables: Record<string, FencedTable>
}
