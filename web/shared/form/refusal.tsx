import { useState } from 'react'
import { messageOf } from '../api/server-errors.ts'
import classes from './record-form.module.css'

export type Refusal = { words: string | null; refuse: (error: unknown) => void; forget: () => void }

/**
 * Why the server refused a form, until the form is changed or sent again. A toast would cover the buttons of a phone, and go before it is read.
 * @param what the words after 'Failed to'
 * @param say the sentence for an error; default: the server's own
 */
export function useRefusal<Values>(form: { getValues: () => Values }, what: string, say = messageOf): Refusal {
  const [refused, setRefused] = useState<{ words: string; values: Values } | null>(null)
  return {
    // Each change of the form makes a new object of its values.
    words: refused?.values === form.getValues() ? refused.words : null,
    refuse: (error) => setRefused({ words: refusalWords(what, say(error)), values: form.getValues() }),
    forget: () => setRefused(null),
  }
}

const refusalWords = (what: string, why: string) => (why ? `Failed to ${what}: ${why}` : `Failed to ${what}`)

/** Above the buttons of a form. */
export const RefusalWords = ({ words }: { words: string | null }) =>
  words && (
    <p className={classes.refusal} role="alert">
      {words}
    </p>
  )
