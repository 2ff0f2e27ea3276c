import { useState } from 'react'

/* Keeps typed text that was not sent, until the person leaves the page. A dialog that was closed by mistake shows it again. */
const kept = new Map<string, unknown>()

/** The text kept under a name, or `blank`. */
export const readKeptWords = <Words>(name: string, blank: Words): Words =>
  (kept.get(name) as Words | undefined) ?? blank

/** Keeps a text; null forgets it once it has been sent. */
export function keepWords(name: string, words: unknown): void {
  if (words === null) kept.delete(name)
  else kept.set(name, words)
}

/**
 * The state of a field that outlives its dialog.
 * @param name says what the text is about: 'report done of {id}'
 */
export function useKeptWords<Words>(name: string, blank: Words): [Words, (words: Words) => void, () => void] {
  const [words, setWords] = useState(() => readKeptWords(name, blank))
  const change = (next: Words) => {
    keepWords(name, next)
    setWords(next)
  }
  return [words, change, () => keepWords(name, null)]
}
