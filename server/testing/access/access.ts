import type { Given, GivenCompany, GivenPerson } from '../given/given.ts'

/** The statuses that security.md 2.2 promises, in the own company; in another company only people who reach all get anything but 404. */
export type Expected = [
  anonymous: number,
  none: number,
  employee: number,
  manager: number,
  operator: number,
  sbr: number,
]

/** Verbs on rows of the own company that the database allows the web server: 'r---', 'riud', … */
export type FencedTable = {
  /** The table, when the key is another name; the key then stands for some of its rows. */
  table?: string
  rows?: string
  own: [employee: string, manager: string, operator: string, sbr: string]
  /** The text after `insert into <table>`; $1 is the company. */
  insert: string
  set: string
  /** Picks rows that no other row refers to, for the delete. */
  target?: string
}

export type Records = Record<string, string>

/** The part of one feature in the generated tests of rights (security.md 2.4); a second version of the matrix, written by hand. */
export type FeatureAccess = {
  /** By name; a procedure whose answer depends on the kind of record has one entry for each kind: 'files.list (task)'. */
  procedures: Record<string, Expected>
  /** One record of each kind, by name, created again for every question. @param operator a company operator of `company` */
  records: (given: Given, company: GivenCompany, operator: GivenPerson | undefined) => Promise<Records>
  /** The record for {id}, by the noun of the path or the full name. */
  idOf: Record<string, string>
  /** Values for path parameters other than {companyId} and {id}. */
  words?: (records: Records) => Record<string, string>
  /** The query string of such a request. */
  queries?: (records: Records) => Record<string, Record<string, string>>
  /** The body of a request in which only the caller may be wrong. */
  bodies: (records: Records) => Record<string, object>
  tables: Record<string, FencedTable>
}
