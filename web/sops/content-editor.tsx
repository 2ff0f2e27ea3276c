import { Textarea, type TextareaProps } from '@mantine/core'
import { useDeferredValue, useId } from 'react'
import { isReadableMarkdown } from '../shared/markdown/markdown-limits.ts'
import classes from './content-editor.module.css'
import { SopText } from './sop-text.tsx'

/** A Markdown editor with a live preview beside it. */
export function ContentEditor(props: Omit<TextareaProps, 'value'> & { value?: unknown }) {
  const text = typeof props.value === 'string' ? props.value : ''
  const heading = useId()
  // Typing comes first: the preview follows when there is time.
  const settled = useDeferredValue(text)
  return (
    <div className={`wide ${classes.editor}`}>
      <Textarea {...props} value={text} classNames={{ input: classes.input ?? '' }} spellCheck />
      <div className={classes.preview}>
        <h4 id={heading} className={classes.heading}>
          Preview
        </h4>
        {/* The box scrolls, so it must be reachable by keyboard. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
        <section className={classes.page} tabIndex={0} aria-labelledby={heading}>
          {settled.trim() ? <SopText text={settled} /> : <Hints />}
        </section>
        {!isReadableMarkdown(settled) && (
          <p className={classes.note}>Too long or too deeply nested to be formatted: it is shown as you type it.</p>
        )}
      </div>
    </div>
  )
}

const examples = [
  ['# Heading', 'a heading'],
  ['1. First step', 'numbered steps'],
  ['- [ ] Done?', 'a checklist'],
  ['**important**', 'bold words'],
  ['[Name](https://…)', 'a link'],
] as const

function Hints() {
  return (
    <dl className={classes.hints}>
      {examples.map(([typed, meaning]) => (
        <div key={typed}>
          <dt>
            <code>{typed}</code>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
