import { anchorOf, type GuidePage, pages } from './contents.ts'
import { plainWords } from './plain-words.ts'

const texts = import.meta.glob<string>('../../../docs/guide/*.md', { query: '?raw', import: 'default' })
const pictures = import.meta.glob<string>('../../../docs/guide/pictures/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** The text of a page without its title. */
export async function textOf(slug: string): Promise<string> {
  const load = texts[`../../../docs/guide/${slug}.md`]
  if (!load) throw new Error(`The User Guide has no text for ${slug}`)
  return (await load()).replace(/^# .*\n+/, '')
}

/** The built address of a picture that a text names as `pictures/name.webp`. */
export const pictureOf = (source: string): string | undefined => pictures[`../../../docs/guide/${source}`]

/** A part of a page, below one heading. `text`: as it is searched, with its code; `words`: as it is shown. */
export type Section = { id: string; page: GuidePage; heading: string; anchor: string; text: string; words: string }

/** All sections of all pages. */
export async function sectionsOfAll(): Promise<Section[]> {
  const sections = await Promise.all(pages.map(async (page) => sectionsOf(page, await textOf(page.slug))))
  return sections.flat()
}

const sectionsOf = (page: GuidePage, text: string): Section[] =>
  text.split(/^## /m).map((part, index) => {
    const end = part.indexOf('\n')
    const heading = index === 0 ? '' : part.slice(0, end)
    const body = index === 0 ? part : part.slice(end + 1)
    const shown = { page, heading, anchor: anchorOf(heading), words: plainWords(body) }
    return { id: `${page.slug}#${index}`, ...shown, text: body }
  })
