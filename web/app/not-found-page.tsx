import { Button } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Drawing } from '../shared/feedback/empty-state.tsx'
import { usePageTitle } from '../shared/page/page-title.ts'
import classes from './plain-page.module.css'

/** An address that leads nowhere, inside the shell. */
export function NotFound() {
  usePageTitle('Page not found')
  return (
    <div className={`stack justify-center gap-2 text-center items-center ${classes.page}`}>
      <Drawing icon={<IconMapOff size={20} stroke={1.6} />} />
      <p className="text-sm text-faint numeric">404</p>
      <h1 className="m-0">Oops! Page not found</h1>
      <p className={`mb-2 text-muted ${classes.text}`}>The address may be mistyped, or the page has moved.</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="default" onClick={() => window.history.back()}>
          Back
        </Button>
        <Button component={Link} to="/">
          Return to Home
        </Button>
      </div>
    </div>
  )
}
