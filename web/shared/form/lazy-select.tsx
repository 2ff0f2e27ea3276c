import { type SelectProps, TextInput } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazy } from '../page/code.ts'
import { later } from '../page/later.tsx'

// The list of a select and its placement are a seventh of the first JavaScript, and nobody opens a select at once. The select then appears
// in the same place.
const code = later(() => import('./loaded-select.tsx'))
const LoadedSelect = lazy(async () => ({ default: (await code.loaded).LoadedSelect }))

/** Mantine's Select, for every list. Until its code has loaded, a field with the same look shows the choice. */
export function LazySelect(props: SelectProps) {
  const [isWanted, setWanted] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const open = () => {
    setWanted(true)
    void code.now()
  }
  return (
    <Suspense
      fallback={<Standing {...props} onClick={open} onFocus={() => setFocus(true)} onBlur={() => setFocus(false)} />}
    >
      <LoadedSelect
        {...props}
        autoFocus={hasFocus}
        defaultDropdownOpened={isWanted || props.defaultDropdownOpened === true}
      />
    </Suspense>
  )
}

function Standing({
  className,
  label,
  description,
  inputWrapperOrder,
  placeholder,
  size,
  mb,
  value,
  data,
  leftSection,
  disabled,
  onClick,
  onFocus,
  onBlur,
  ...rest
}: SelectProps) {
  const chosen = (data as { value: string; label: string }[] | undefined)?.find(
    (each) => (typeof each === 'string' ? each : each.value) === value,
  )
  return (
    <TextInput
      {...{ className, label, description, inputWrapperOrder, placeholder, size, mb, leftSection, disabled }}
      {...{ onClick, onFocus, onBlur }}
      {...attributesOf(rest)}
      readOnly
      value={typeof chosen === 'string' ? chosen : (chosen?.label ?? '')}
      rightSection={<IconSelector size={15} stroke={1.6} aria-hidden />}
    />
  )
}

/** The attributes that styles and screen readers need from the first paint on: the colour of a status is one. */
const attributesOf = (props: object) =>
  Object.fromEntries(Object.entries(props).filter(([name]) => name.startsWith('data-') || name.startsWith('aria-')))
