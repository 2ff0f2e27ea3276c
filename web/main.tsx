import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/geist-mono/wght.css'
import './app/styles/tokens.css'
import './app/styles/controls.css'
import './app/styles/base.css'
import './app/styles/touch.css'
import './app/styles/print.css'
import { askEarly } from './shared/api/early.ts'

// Two programs: who signs in does not wait for the code of the screens (decision 0121).
const isOutside = /^\/auth(\/|$)/.test(window.location.pathname)
if (!isOutside) askEarly()
void (isOutside ? import('./app/outside.tsx') : import('./app/shell/inside.tsx'))
