import type { Icon } from '@tabler/icons-react'

/** An entry of the palette besides records: a screen, an action, a company. */
export type Command = {
  id: string
  group: 'Actions' | 'Screens' | 'Companies'
  label: string
  /** More words that find it. */
  words?: string
  icon: Icon
  /** The keys that do the same: 'G P'. */
  keys?: string
  run: () => void
}

/** The commands in which each typed word begins a word; those whose label begins with the text come first. */
export function matchingCommands<Of extends Pick<Command, 'label' | 'words'>>(commands: Of[], q: string): Of[] {
  const typed = wordsOf(q)
  if (typed.length === 0) return []
  const text = q.trim().toLowerCase()
  const found = commands.filter(({ label, words = '' }) => {
    const known = wordsOf(`${label} ${words}`)
    return typed.every((word) => known.some((one) => one.startsWith(word)))
  })
  const isFirst = ({ label }: Of) => label.toLowerCase().startsWith(text)
  return [...found.filter(isFirst), ...found.filter((command) => !isFirst(command))]
}

/** Whether a record of an earlier answer still matches the text, so that it stays until the new answer comes. */
export function stillMatches({ number, name }: { number: string | null; name: string }, q: string): boolean {
  const text = `${number ?? ''} ${name}`.toLowerCase()
  return wordsOf(q).every((word) => text.includes(word))
}

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/u).filter(Boolean)
