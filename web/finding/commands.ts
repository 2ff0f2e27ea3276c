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

/**
 * The commands in which each typed word begins a word. Those whose label begins with the text come first, then those whose label has all
 * words, then those that know the text as it was typed ('to do').
 */
export function matchingCommands<Of extends Pick<Command, 'label' | 'words'>>(commands: Of[], q: string): Of[] {
  const typed = tellingWords(wordsOf(q))
  if (typed.length === 0) return []
  const text = wordsOf(q).join(' ')
  const rankOf = ({ label, words = '' }: Of) => {
    if (label.toLowerCase().startsWith(text)) return 0
    if (begins(wordsOf(label), typed)) return 1
    return ` ${words}`.includes(` ${text}`) ? 2 : 3
  }
  return commands
    .filter(({ label, words = '' }) => begins(wordsOf(`${label} ${words}`), typed))
    .map((command) => ({ command, rank: rankOf(command) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ command }) => command)
}

/** Whether a record of an earlier answer still matches the text, so that it stays until the new answer comes. */
export function stillMatches({ number, name }: { number: string | null; name: string }, q: string): boolean {
  const text = `${number ?? ''} ${name}`.toLowerCase()
  return wordsOf(q).every((word) => text.includes(word))
}

const begins = (words: string[], typed: string[]) => typed.every((word) => words.some((one) => one.startsWith(word)))

/** Words of a sentence that name nothing: they count only when nothing else was typed. */
const smallWords = new Set('a an the my me i to of is can what where how do'.split(' '))

function tellingWords(typed: string[]): string[] {
  const telling = typed.filter((word) => !smallWords.has(word))
  return telling.length > 0 ? telling : typed
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s()?]+/u)
    .filter(Boolean)
