import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import { zonesLike } from './time-zone-search.ts'

/** The zone of this browser, for a new company. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone that is chosen at first is always offered, even if this browser does not know it. */
export function TimeZoneSelect(props: SelectProps & { value?: string }) {
  const [zones] = useState(() => {
    const names = new Set(['UTC', props.value ?? ownZone, ...Intl.supportedValuesOf('timeZone')])
    return [...names].map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))
  })
  return <Select {...props} data={zones} searchable filter={zonesLike} allowDeselect={false} />
}
