/** The whole role matrix (security.md 2.2). Guard, fence, sidebar, route table and buttons all read this one table. */

export const roles = ['sbr_operator', 'company_operator', 'manager', 'employee'] as const
export type Role = (typeof roles)[number]

/** `all`: every company. `company`: the own company. `own`: own records in the own company. `none`: refused. */
export type Reach = 'all' | 'company' | 'own' | 'none'

export const roleLabels: Record<Role, string> = {
  sbr_operator: 'SBR Operator',
  company_operator: 'Company Operator',
  manager: 'Manager',
  employee: 'Employee',
}

export type RoleTone = 'destructive' | 'default' | 'secondary' | 'outline'

/** How strong the badge of a role looks (product.md 6). */
export const roleTones: Record<Role, RoleTone> = {
  sbr_operator: 'destructive',
  company_operator: 'default',
  manager: 'secondary',
  employee: 'outline',
}

// biome-ignore format: aligned so that it reads as a matrix
const matrix = {
  //                          SBR operator          company operator             manager             employee
  'profile.write':          { sbr_operator: 'own',  company_operator: 'own',     manager: 'own',     employee: 'own' },
  'token.manage':           { sbr_operator: 'own',  company_operator: 'own',     manager: 'own',     employee: 'own' },
  'colleague.read':         { sbr_operator: 'all',  company_operator: 'company', manager: 'company', employee: 'company' },
  'colleague.readEmail':    { sbr_operator: 'all',  company_operator: 'company', manager: 'company', employee: 'none' },
  'person.read':            { sbr_operator: 'all',  company_operator: 'none',    manager: 'none',    employee: 'none' },
  'person.write':           { sbr_operator: 'all',  company_operator: 'none',    manager: 'none',    employee: 'none' },
  'person.ask':             { sbr_operator: 'none', company_operator: 'company', manager: 'none',    employee: 'none' },
  'role.read':              { sbr_operator: 'all',  company_operator: 'company', manager: 'company', employee: 'own' },
  'company.read':           { sbr_operator: 'all',  company_operator: 'company', manager: 'company', employee: 'company' },
  'company.readFull':       { sbr_operator: 'all',  company_operator: 'company', manager: 'none',    employee: 'none' },
  'company.write':          { sbr_operator: 'all',  company_operator: 'none',    manager: 'none',    employee: 'none' },
  'inventory.read':         { sbr_operator: 'all',  company_operator: 'company', manager: 'company', employee: 'company' },
  'inventory.write':        { sbr_operator: 'all',  company_operator: 'company', manager: 'none',    employee: 'none' },
  'stock.move':             { sbr_operator: 'all',  company_operator: 'company', manager: 'none',    employee: 'none' },
  'vendor.readPrivate':     { sbr_operator: 'all',  company_operator: 'company', manager: 'none',    employee: 'none' },
  'inventory.import':       { sbr_operator: 'all',  company_operator: 'company', manager: 'none',    employee: 'none' },
  'inventory.export':       { sbr_operator: 'all',  company_operator: 'company', manager: 'none',    employee: 'none' },
  'backup.manage':          { sbr_operator: 'all',  company_operator: 'company', manager: 'none',    employee: 'none' },
  'file.read':              { sbr_operator: 'all',  company_operator: 'company', manager: 'company', employee: 'company' },
  'file.write':             { sbr_operator: 'all',  company_operator: 'company', manager: 'company', employee: 'own' },
  'data.export':            { sbr_operator: 'all',  company_operator: 'company', manager: 'own',     employee: 'own' },
  'activity.read':          { sbr_operator: 'all',  company_operator: 'company', manager: 'company', employee: 'company' },
  'activity.undo':          { sbr_operator: 'all',  company_operator: 'company', manager: 'own',     employee: 'none' },
  'sop.read':               { sbr_operator: 'all',  company_operator: 'company', manager: 'company', employee: 'company' },
  'sop.readDraft':          { sbr_operator: 'all',  company_operator: 'company', manager: 'company', employee: 'none' },
  'sop.readInternal':       { sbr_operator: 'all',  company_operator: 'none',    manager: 'none',    employee: 'none' },
  'sop.create':             { sbr_operator: 'all',  company_operator: 'company', manager: 'company', employee: 'none' },
  'sop.write':              { sbr_operator: 'all',  company_operator: 'company', manager: 'own',     employee: 'none' },
  'sop.share':              { sbr_operator: 'all',  company_operator: 'none',    manager: 'none',    employee: 'none' },
  'sop.acknowledge':        { sbr_operator: 'own',  company_operator: 'own',     manager: 'own',     employee: 'own' },
  'sop.run':                { sbr_operator: 'own',  company_operator: 'own',     manager: 'own',     employee: 'own' },
  'sop.overview':           { sbr_operator: 'all',  company_operator: 'company', manager: 'company', employee: 'none' },
  'task.read':              { sbr_operator: 'all',  company_operator: 'company', manager: 'own',     employee: 'own' },
  'task.create':            { sbr_operator: 'all',  company_operator: 'company', manager: 'company', employee: 'none' },
  'task.setStatus':         { sbr_operator: 'all',  company_operator: 'company', manager: 'own',     employee: 'none' },
  'task.edit':              { sbr_operator: 'all',  company_operator: 'company', manager: 'own',     employee: 'none' },
  'task.report':            { sbr_operator: 'own',  company_operator: 'own',     manager: 'own',     employee: 'own' },
  'comment.write':          { sbr_operator: 'own',  company_operator: 'own',     manager: 'own',     employee: 'own' },
  'time.clock':             { sbr_operator: 'none', company_operator: 'none',    manager: 'own',     employee: 'own' },
  'time.read':              { sbr_operator: 'all',  company_operator: 'company', manager: 'company', employee: 'own' },
  'time.edit':              { sbr_operator: 'all',  company_operator: 'company', manager: 'company', employee: 'none' },
  'time.propose':           { sbr_operator: 'none', company_operator: 'none',    manager: 'own',     employee: 'own' },
  'time.decide':            { sbr_operator: 'all',  company_operator: 'company', manager: 'company', employee: 'none' },
  'time.lock':              { sbr_operator: 'all',  company_operator: 'company', manager: 'none',    employee: 'none' },
  'time.agree':             { sbr_operator: 'all',  company_operator: 'company', manager: 'none',    employee: 'none' },
  'integration.read':       { sbr_operator: 'all',  company_operator: 'company', manager: 'none',    employee: 'none' },
  'integration.write':      { sbr_operator: 'all',  company_operator: 'company', manager: 'none',    employee: 'none' },
  'integration.move':       { sbr_operator: 'all',  company_operator: 'none',    manager: 'none',    employee: 'none' },
  'suggestion.decide':      { sbr_operator: 'all',  company_operator: 'company', manager: 'none',    employee: 'none' },
  'assistant.use':          { sbr_operator: 'all',  company_operator: 'company', manager: 'company', employee: 'none' },
  'revenue.read':           { sbr_operator: 'all',  company_operator: 'company', manager: 'none',    employee: 'none' },
  'revenue.readTotals':     { sbr_operator: 'all',  company_operator: 'company', manager: 'company', employee: 'company' },
  'figures.read':           { sbr_operator: 'all',  company_operator: 'company', manager: 'none',    employee: 'none' },
  'notification.read':      { sbr_operator: 'own',  company_operator: 'own',     manager: 'own',     employee: 'own' },
  'view.write':             { sbr_operator: 'own',  company_operator: 'own',     manager: 'own',     employee: 'own' },
  'view.share':             { sbr_operator: 'all',  company_operator: 'company', manager: 'own',     employee: 'none' },
  'feedback.create':        { sbr_operator: 'own',  company_operator: 'own',     manager: 'own',     employee: 'own' },
  'feedback.read':          { sbr_operator: 'all',  company_operator: 'none',    manager: 'none',    employee: 'none' },
  'feedback.answer':        { sbr_operator: 'all',  company_operator: 'none',    manager: 'none',    employee: 'none' },
  'portfolio.read':         { sbr_operator: 'all',  company_operator: 'none',    manager: 'none',    employee: 'none' },
  'system.read':            { sbr_operator: 'all',  company_operator: 'none',    manager: 'none',    employee: 'none' },
  'system.write':           { sbr_operator: 'all',  company_operator: 'none',    manager: 'none',    employee: 'none' },
} as const satisfies Record<string, Record<Role, Reach>>

export type Action = keyof typeof matrix
export const actions = Object.keys(matrix) as Action[]

/**
 * How far a role reaches with an action.
 * @param role the role of the signed-in person; null (no role) reaches nothing
 */
export const reachOf = (role: Role | null, action: Action): Reach => (role ? matrix[action][role] : 'none')

/** Whether a role may do an action at all; the fence decides on whose records (security.md 5.2). */
export const can = (role: Role | null, action: Action): boolean => reachOf(role, action) !== 'none'

/** Whether an action reaches only what is a person's own, whatever their role. */
export const isAboutOneself = (action: Action): boolean =>
  roles.every((role) => ['own', 'none'].includes(reachOf(role, action)))

/** The actions that a role may do. GET /api/session sends them, so that buttons and menus need no rules of their own. */
export const permissionsOf = (role: Role | null): Action[] => actions.filter((action) => can(role, action))

/** The roles that may do something. */
export const rolesWith = (action: Action): Role[] => roles.filter((role) => can(role, action))

/** Whether a role belongs to the parent firm and reaches all companies (security.md 2.1, rule 3). */
export const isGroupWide = (role: Role): boolean => can(role, 'portfolio.read')

export type CompanyRole = Exclude<Role, 'sbr_operator'>

/** The roles that a person can have in a portfolio company. */
export const companyRoles = roles.filter((role): role is CompanyRole => !isGroupWide(role))

/** What the form for a new person starts with (product.md 9). */
export const defaultRole: CompanyRole = 'employee'

/**
 * The role of a person who uses a token for one company: somebody who reaches all companies acts there as an operator of that company, so
 * that the token is worth nothing elsewhere.
 */
export const roleInOneCompany = (role: Role): Role => (isGroupWide(role) ? 'company_operator' : role)

/** The start page of a role (product.md 2, route table). */
export const homeOf = (role: Role): '/portfolio' | '/dashboard' =>
  can(role, 'portfolio.read') ? '/portfolio' : '/dashboard'
