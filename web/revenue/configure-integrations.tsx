import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCan } from '../shared/session/session.ts'
import classes from './revenue.module.css'

/** The next step where there is no store, for people who can connect one. */
export const ConfigureIntegrations = () =>
  useCan('integration.write') && (
    <Button
      variant="default"
      size="xs"
      className={classes.next}
      renderRoot={(props) => <Link to="/integrations" {...props} />}
    >
      Configure Integrations
    </Button>
  )
