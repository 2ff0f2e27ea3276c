import { useLocation } from '@tanstack/react-router'
import { helpFor } from '../../settings/guide/contents.ts'
import { HelpLink } from './help-link.tsx'

export { helpFor }

/** Leads from each screen to its page of the User Guide. The key '?' shows the sheet of keys, which leads there too. */
export const HelpButton = () => <HelpLink to={helpFor(useLocation().pathname)} />
