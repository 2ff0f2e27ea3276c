import { Skeleton } from '@mantine/core'
import { Component, lazy, type ReactNode, Suspense } from 'react'
import { isReadableMarkdown } from './markdown-limits.ts'
import classes from './sop-text.module.css'

// Fetched beside this file, not after it has been drawn; where that fails, the text is shown as it was typed.
const markdown = import('./markdown.tsx')
markdown.catch(() => undefined)
const FormattedMarkdown = lazy(() => markdown)

/** The content of a SOP: formatted, or as it was typed where formatting it would take too long or fail (security.md T61). */
export function SopText({ text }: { text: string }) {
  const plain = <pre className={classes.plain}>{text}</pre>
  if (!isReadableMarkdown(text)) return plain
  return (
    <div className={classes.text}>
      <Fallback text={text} shows={plain}>
        <Suspense fallback={<Skeleton height={12} width="60%" radius="xl" />}>
          <FormattedMarkdown text={text} />
        </Suspense>
      </Fallback>
    </div>
  )
}

class Fallback extends Component<{ text: string; shows: ReactNode; children: ReactNode }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidUpdate({ text }: { text: string }) {
    if (this.state.hasFailed && text !== this.props.text) this.setState({ hasFailed: false })
  }

  override render() {
    return this.state.hasFailed ? this.props.shows : this.props.children
  }
}
