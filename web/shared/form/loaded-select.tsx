import { Select, type SelectProps } from '@mantine/core'

/** A file of its own, so that it loads separately (lazy-select.tsx). */
export const LoadedSelect = (props: SelectProps) => <Select {...props} />
