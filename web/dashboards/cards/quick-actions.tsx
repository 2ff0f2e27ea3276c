import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { at } from '../../shared/page/at.ts'
import { useCan, useCompanyId } from '../../shared/session/session.ts'

const quiet = { variant: 'default', size: 'compact-xs' } as const

/** Links into the company of this dashboard. */
export function QuickActions() {
  const companyId = useCompanyId()
  const canChange = useCan('inventory.write')
  return (
    <section className="card no-print">
      <h2 className="card-title">Quick Actions</h2>
      <div className="flex flex-wrap gap-2">
        {useCan('inventory.read') && (
          <Button {...quiet} component={Link} {...at('/inventory/parts', { company: companyId })}>
            {canChange ? 'Manage Inventory' : 'View Inventory'}
          </Button>
        )}
        {useCan('task.read') && (
          <Button {...quiet} component={Link} {...at('/tasks', { company: companyId })}>
            View Tasks
          </Button>
        )}
        {useCan('integration.read') && (
          <Button {...quiet} component={Link} {...at('/integrations', { company: companyId })}>
            Configure Integrations
          </Button>
        )}
      </div>
    </section>
  )
}
