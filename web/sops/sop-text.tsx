import { Skeleton } from '@mantine/core'
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import classes from '../shared/markdown/markdown.module.css'
import { isReadableMarkdown } from '../shared/markdown/markdown-limits.ts'

type FormattedMarkdown = ComponentType<{ text: string }>

// Loads together with this file, not after its first render; if that fails, the text is shown as it was typed. Once loaded it
// is used directly: React shows a placeholder for 300 ms, even for a lazy component that has arrived.
let fetched: FormattedMarkdown | undefined
const fetching = import('../shared/markdown/markdown.tsx')
fetching.then(
  (markdown) => {
    fetched = markdown.default
  },
  () => undefined,
)
const Fetching = lazy(() => fetching)

/** The content of a SOP: formatted, or as it was typed if formatting would take too long or fail (T61). */
export function SopText({ text }: { text: string }) {
  const plain = <pre className={classes.plain}>{text}</pre>
  if (!isReadableMarkdown(text)) return plain
  const Formatted = fetched ?? Fetching
  return (
    <div className={classes.text}>
      <Fallback text={text} shows={plain}>
        <Suspense fallback={<Skeleton height={12} width="60%" radius="xl" />}>
          <Formatted text={text} />
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
