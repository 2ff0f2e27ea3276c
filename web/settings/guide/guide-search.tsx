import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import MiniSearch from 'minisearch'
import { useState } from 'react'
import { at } from '../../shared/page/at.ts'
import classes from './guide.module.css'
import { beginningOf } from './plain-words.ts'
import { type Section, sectionsOfAll } from './texts.ts'

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
          className={`w-full overflow-auto mt-1 border-strong rounded-sm bg-raised absolute p-1 max-h-96 ${classes.found}`}
          aria-label="Found in the guide"
        >
          {hits.map(({ id, page, heading, anchor, words }) => (
            <li key={id}>
              <Link
                {...at(`/guide/${page.slug}`)}
                {...(anchor && { hash: anchor })}
                className={`block text-plain font-medium no-underline rounded-xs py-1-5 px-2 ${classes.hit}`}
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

let opened: Promise<(words: string) => Section[]> | undefined

/** Finds sections by their words, also by beginnings and with a slip of the finger. Loaded with the first search. */
function openSearch(): Promise<(words: string) => Section[]> {
  opened ??= index()
  return opened
}

async function index() {
  const sections = await sectionsOfAll()
  const byId = new Map(sections.map((section) => [section.id, section]))
  const search = new MiniSearch<{ id: string; title: string; heading: string; text: string }>({
    fields: ['title', 'heading', 'text'],
    searchOptions: { boost: { title: 3, heading: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  })
  search.addAll(sections.map(({ id, page, heading, text }) => ({ id, title: page.title, heading, text })))
  return (words: string) =>
    search
      .search(words)
      .slice(0, 12)
      .flatMap(({ id }) => byId.get(id) ?? [])
}
