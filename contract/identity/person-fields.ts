import type { Fields } from '../catalogue.ts'
import { roleLabels } from '../permissions.ts'

/** The catalogue of people: what their list, its orders and its file call their fields. */
export const personFields = {
  name: { label: 'User', kind: 'text', sort: 'derived', isSearched: true, list: 'shown' },
  email: { label: 'Email', kind: 'email', sort: 'stored', isSearched: true, list: 'shown' },
  role: { label: 'Role', kind: 'choice', sort: 'derived', isFilter: true, list: 'shown', choices: roleLabels },
  companyName: { label: 'Company', kind: 'text', sort: 'derived', list: 'shown' },
  status: { label: 'Status', kind: 'choice', sort: 'derived', isFilter: true, list: 'shown' },
  createdAt: { label: 'Created', kind: 'time', sort: 'stored', list: 'shown' },
} as const satisfies Fields
