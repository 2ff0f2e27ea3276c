import { Badge } from '@mantine/core'
import { type Person, personStatusLabels } from 'contract/identity/people.ts'

const colors: Record<Person['status'], string> = { pre_authorized: 'yellow', active: 'green', inactive: 'gray' }

export function PersonStatusBadge({ status }: Pick<Person, 'status'>) {
  return <Badge color={colors[status]}>{personStatusLabels[status]}</Badge>
}
