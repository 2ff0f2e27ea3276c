import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { at } from '../../shared/page/at.ts'
import classes from './guide.module.css'
import { beginningOf } from './plain-words.ts'
import { openSearch } from './search.ts'

/** Searches the words of all pages, in the browser. */
export function GuideSearch() {
  const [words, setWords] = useState('')
  const query = words.trim()
  const { data: find } = useQuery({
    queryKey: ['guide', 'search'],
    queryFn: openSearch,
    enabled: query !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const hits = find && query !== '' ? find(query) : []
  return (
    <search className="relative">
      <TextInput
        aria-label="Search the guide"
        placeholder="Search the guide"
        type="search"
        leftSection={<IconSearch size={15} stroke={1.6} />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setWords('')
        }}
      />
      {find && query !== '' && (
        <ul
          className={`w-full overflow-auto mt-1 border-strong rounded-sm bg-raised absolute ${classes.found}`}
          aria-label="Found in the guide"
        >
          {hits.map(({ id, page, heading, anchor, words }) => (
            <li key={id}>
              <Link
                {...at(`/guide/${page.slug}`)}
                {...(anchor && { hash: anchor })}
                className={`block text-plain font-medium no-underline rounded-xs ${classes.hit}`}
                onClick={() => setWords('')}
              >
                {heading || page.title}
                <span className="block text-xs text-muted font-normal">
                  {heading && `${page.title}. `}
                  {beginningOf(words, 90)}
                </span>
              </Link>
            </li>
          ))}
          {hits.length === 0 && (
            <li className={`text-muted ${classes.none}`}>Nothing has these words. Try fewer or other ones.</li>
          )}
        </ul>
      )}
    </search>
  )
}
