import { Badge } from '@mantine/core'
import { type CompanyName, companyStatusLabels } from 'contract/companies/companies.ts'

const colors: Record<CompanyName['status'], string> = { active: 'green', inactive: 'gray', sold: 'yellow' }

export function CompanyStatus({ status }: Pick<CompanyName, 'status'>) {
  return <Badge color={colors[status]}>{companyStatusLabels[status]}</Badge>
}
