import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'

/** Shown instead of bank and account data whose key is missing: the data still exist. */
export const MissingKey = () => (
  <Alert color="yellow" variant="light" icon={<IconLock size={16} />} title="Bank and account data cannot be read">
    The key that seals them is missing on this server. Nothing is lost: an administrator must put the key back. Until
    then they cannot be changed either.
  </Alert>
)
