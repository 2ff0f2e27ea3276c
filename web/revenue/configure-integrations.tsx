import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { at } from '../shared/page/at.ts'
import { useCan } from '../shared/session/session.ts'

/** The next step where there is no store, for people who can connect one. */
export const ConfigureIntegrations = () =>
  useCan('integration.write') && (
    <Button variant="default" size="xs" className="mt-3" component={Link} {...at('/integrations')}>
      Configure Integrations
    </Button>
  )
