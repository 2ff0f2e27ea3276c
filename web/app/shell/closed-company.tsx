import { IconLock } from '@tabler/icons-react'
import { EmptyState } from '../../shared/feedback/empty-state.tsx'

/** Shown to the people of a company that was sold: they can still sign in, but there is nothing here for them any more. */
export const ClosedCompany = () => (
  <div className="p-5">
    <EmptyState icon={<IconLock size={20} stroke={1.6} />} title="Your company is closed here">
      It has been sold, so its records are no longer open to you. Please ask your supervisor for access.
    </EmptyState>
  </div>
)
