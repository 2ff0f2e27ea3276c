import type { SelectProps } from '@mantine/core'
import { LazySelect } from './lazy-select.tsx'

type ChoiceProps<Value extends string> = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  value: Value | ''
  data: readonly (Value | { value: Value | ''; label: string })[]
  onChange: (value: Value) => void
}

/** One of a few choices. Arrow keys only move in its list; Enter or a click chooses. */
export const Choice = <Value extends string>({ data, onChange, comboboxProps, ...rest }: ChoiceProps<Value>) => (
  <LazySelect
    {...rest}
    data={[...data]}
    allowDeselect={false}
    onChange={(value) => value !== null && onChange(value as Value)}
    // The list may be wider than a narrow field, never narrower.
    comboboxProps={{
      ...{ shadow: 'md', transitionProps: { duration: 120 }, width: 'max-content', position: 'bottom-start' },
      ...comboboxProps,
    }}
  />
)
