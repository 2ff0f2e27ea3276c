import MiniSearch from 'minisearch'
import { type Section, sectionsOfAll } from './texts.ts'

let opened: Promise<(words: string) => Section[]> | undefined

/** Finds sections by their words, also by beginnings and with a slip of the finger. Loaded with the first search. */
export function openSearch(): Promise<(words: string) => Section[]> {
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
