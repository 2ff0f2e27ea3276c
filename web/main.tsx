import './app/styles/styles.ts'
import { askEarly } from './shared/api/early.ts'

// Three programs: who signs in, or reads about the API, does not wait for the code of the screens (decision 0121).
const { pathname } = window.location
if (/^\/auth(\/|$)/.test(pathname)) void import('./app/outside.tsx')
else if (pathname === '/api/docs') void import('./app/api-docs/api-docs.tsx')
else {
  askEarly()
  void import('./app/shell/inside.tsx')
}
