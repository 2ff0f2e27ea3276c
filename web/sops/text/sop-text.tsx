import { Skeleton } from '@mantine/core'
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import classes from '../../shared/markdown/markdown.module.css'
import { Place, type SopPlace } from './sop-place.ts'

type FormattedSop = ComponentType<{ text: string }>

// Loads together with this file, not after its first render; if loading fails, the text is shown as it was typed. A loaded component
// is used directly, because React shows the placeholder of a lazy component for 300 ms even if the component is there.
let fetched: FormattedSop | undefined
const fetching = import('./formatted-sop.tsx')
fetching.then(
  (sop) => {
    fetched = sop.default
  },
  () => undefined,
)
const Fetching = lazy(() => fetching)

const nowhere: SopPlace = {}

type SopTextProps = { text: string; place?: SopPlace }

/**
 * The content of a SOP: formatted, or as it was typed if formatting fails (T61). `place` says which files it
 * may show and which steps are ticked; without it, pictures are shown as words.
 */
export function SopText({ text, place = nowhere }: SopTextProps) {
  const plain = <pre className={`text-md break-words pre-wrap ${classes.plain}`}>{text}</pre>
  const Formatted = fetched ?? Fetching
  return (
    <div className={`text-md break-words ${classes.text}`}>
      <Fallback text={text} shows={plain}>
        <Suspense fallback={<Skeleton height={12} width="60%" radius="xl" />}>
          <Place value={place}>
            <Formatted text={text} />
          </Place>
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
