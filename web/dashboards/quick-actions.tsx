import { Button } from '@mantine/core'
import { IconBuildingWarehouse, IconChecklist, IconPlugConnected } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCan, useCompanyId } from '../shared/session/session.ts'
import classes from './dashboard.module.css'

/** Links into the company of this dashboard. */
export function QuickActions() {
  const companyId = useCompanyId()
  const canChange = useCan('inventory.write')
  return (
    <section className={`${classes.card} no-print`}>
      <h2 className={classes.cardTitle}>Quick Actions</h2>
      <div className={classes.actions}>
        {useCan('inventory.read') && (
          <Button
            variant="default"
            leftSection={<IconBuildingWarehouse size={16} stroke={1.6} />}
            renderRoot={(props) => <Link to="/inventory/parts" search={{ company: companyId }} {...props} />}
          >
            {canChange ? 'Manage Inventory' : 'View Inventory'}
          </Button>
        )}
        {useCan('task.read') && (
          <Button
            variant="default"
            leftSection={<IconChecklist size={16} stroke={1.6} />}
            renderRoot={(props) => <Link to="/tasks" search={{ company: companyId }} {...props} />}
          >
            View Tasks
          </Button>
        )}
        {useCan('integration.read') && (
          <Button
            variant="default"
            leftSection={<IconPlugConnected size={16} stroke={1.6} />}
            renderRoot={(props) => <Link to="/integrations" search={{ company: companyId }} {...props} />}
          >
            Configure Integrations
          </Button>
        )}
      </div>
    </section>
  )
}
