import { useState } from 'react'

/* What was typed and not sent yet, until the page is left: a dialog that is closed by mistake gives it back. */
const kept = new Map<string, unknown>()

/** What was left under a name, or `blank`. */
export const wordsKept = <Words>(name: string, blank: Words): Words => (kept.get(name) as Words | undefined) ?? blank

/** Keeps what was typed; null forgets it, when it has arrived. */
export function keepWords(name: string, words: unknown): void {
  if (words === null) kept.delete(name)
  else kept.set(name, words)
}

/**
 * The state of a field that outlives its dialog.
 * @param name of what it is about: 'report done of {id}'
 */
export function useKeptWords<Words>(name: string, blank: Words): [Words, (words: Words) => void, () => void] {
  const [words, setWords] = useState(() => wordsKept(name, blank))
  const change = (next: Words) => {
    keepWords(name, next)
    setWords(next)
  }
  return [words, change, () => keepWords(name, null)]
}
