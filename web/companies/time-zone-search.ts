import type { OptionsFilter } from '@mantine/core'

/** Finds zones however their blanks are written: 'new_york', 'New York', 'america/new york'. At most 100 are offered. */
export const zonesLike: OptionsFilter = ({ options, search }) => {
  const wanted = plain(search)
  return options.filter((option) => 'value' in option && plain(option.value).includes(wanted)).slice(0, 100)
}

const plain = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
