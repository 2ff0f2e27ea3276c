import { Fragment } from 'react'

/** The passage in which a search found its words, each between \u0002 and \u0003. */
export const SearchHit = ({ snippet }: { snippet: string }) => (
  <>
    {snippet.split('\u0002').map((part, index) => {
      const [word, rest] = index > 0 && part.includes('\u0003') ? part.split('\u0003', 2) : [null, part]
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a finished text
        <Fragment key={index}>
          {word !== null && <mark>{word}</mark>}
          {rest}
        </Fragment>
      )
    })}
  </>
)
