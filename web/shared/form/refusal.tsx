import { useState } from 'react'
import { messageOf } from '../api/server-errors.ts'
import classes from './record-form.module.css'

/** `what` failed: 'Failed to save part'; `why`: the sentence of the server, or nothing. */
type Words = { what: string; why: string }

export type Refusal = { words: Words | null; refuse: (error: unknown) => void; forget: () => void }

/**
 * Why the server refused a form, until the form is changed or sent again. A toast would cover the buttons of a phone, and go before it is read.
 * @param what the words after 'Failed to'
 * @param say the sentence for an error; default: the server's own
 */
export function useRefusal<Values>(form: { getValues: () => Values }, what: string, say = messageOf): Refusal {
  const [refused, setRefused] = useState<{ words: Words; values: Values } | null>(null)
  return {
    // Each change of the form makes a new object of its values.
    words: refused?.values === form.getValues() ? refused.words : null,
    refuse: (error) => setRefused({ words: { what: `Failed to ${what}`, why: say(error) }, values: form.getValues() }),
    forget: () => setRefused(null),
  }
}

/** Above the buttons of a form. */
export const RefusalWords = ({ words }: Pick<Refusal, 'words'>) =>
  words && (
    <p className={`text-danger text-sm break-words ${classes.refusal}`} role="alert">
      <strong className="font-semibold">{words.what}</strong>
      {words.why && `: ${words.why}`}
    </p>
  )
