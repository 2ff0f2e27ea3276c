import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
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
          <Button
            {...quiet}
            renderRoot={(props) => <Link to="/inventory/parts" search={{ company: companyId }} {...props} />}
          >
            {canChange ? 'Manage Inventory' : 'View Inventory'}
          </Button>
        )}
        {useCan('task.read') && (
          <Button {...quiet} renderRoot={(props) => <Link to="/tasks" search={{ company: companyId }} {...props} />}>
            View Tasks
          </Button>
        )}
        {useCan('integration.read') && (
          <Button
            {...quiet}
            renderRoot={(props) => <Link to="/integrations" search={{ company: companyId }} {...props} />}
          >
            Configure Integrations
          </Button>
        )}
      </div>
    </section>
  )
}
