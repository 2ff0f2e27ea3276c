import { Link } from '@tanstack/react-router'
import { usePageTitle } from '../shared/page/page-title.ts'
import classes from './plain-page.module.css'

export function NotFoundPage() {
  return (
    <main className={classes.whole}>
      <NotFound />
    </main>
  )
}

/** The same page inside the shell, which already has a <main>. */
export function NotFound() {
  usePageTitle('Page not found')
  return (
    <div className={classes.page}>
      <p className={classes.code}>404</p>
      <h1 className={classes.title}>Oops! Page not found</h1>
      <p className={classes.text}>The address may be mistyped, or the page has moved.</p>
      <Link to="/" className={classes.link}>
        Return to Home
      </Link>
    </div>
  )
}
