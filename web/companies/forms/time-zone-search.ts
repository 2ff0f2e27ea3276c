import type { OptionsFilter } from '@mantine/core'

/** Finds zones with or without underscores: 'new_york', 'New York', 'america/new york'. Offers at most 100. */
export const zonesLike: OptionsFilter = ({ options, search }) => {
  const wanted = plain(search)
  return options.filter((option) => 'value' in option && plain(option.value).includes(wanted)).slice(0, 100)
}

const plain = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
