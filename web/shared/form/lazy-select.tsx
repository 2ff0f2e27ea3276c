import { type SelectProps, TextInput } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'

// The list of a select, and what places it on the screen, are a seventh of the first JavaScript, and nobody opens one at once. It is asked for
// right after the first files, and stands in the same place.
const loading = import('./loaded-select.tsx')
const LoadedSelect = lazy(async () => ({ default: (await loading).LoadedSelect }))

/** Mantine's Select, for what stands on every list: until it has come, a field with the same look shows the choice. */
export function LazySelect(props: SelectProps) {
  const [isWanted, setWanted] = useState(false)
  return (
    <Suspense fallback={<Standing {...props} onClick={() => setWanted(true)} />}>
      <LoadedSelect {...props} defaultDropdownOpened={isWanted} />
    </Suspense>
  )
}

function Standing({
  className,
  label,
  description,
  placeholder,
  size,
  mb,
  value,
  data,
  leftSection,
  disabled,
  onClick,
  ...rest
}: SelectProps) {
  const chosen = (data as { value: string; label: string }[] | undefined)?.find(
    (each) => (typeof each === 'string' ? each : each.value) === value,
  )
  return (
    <TextInput
      {...{ className, label, description, placeholder, size, mb, leftSection, disabled }}
      aria-label={rest['aria-label']}
      data-active={(rest as { 'data-active'?: boolean })['data-active']}
      readOnly
      onClick={onClick}
      value={typeof chosen === 'string' ? chosen : (chosen?.label ?? '')}
      rightSection={<IconSelector size={15} stroke={1.6} aria-hidden />}
    />
  )
}
