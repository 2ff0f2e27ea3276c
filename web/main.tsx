import './app/styles/styles.ts'
import { askEarly } from './shared/api/early.ts'

// Two programs: who signs in does not wait for the code of the screens (decision 0121).
const isOutside = /^\/auth(\/|$)/.test(window.location.pathname)
if (!isOutside) askEarly()
void (isOutside ? import('./app/outside.tsx') : import('./app/shell/inside.tsx'))
