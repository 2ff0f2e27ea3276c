import { useLayoutEffect, useRef, useState } from 'react'

// `never` takes functions of any arguments: they are only handed on.
type Handlers = Record<string, (...args: never[]) => unknown>

/** The same functions at every render, each calling its newest version: what a memoised child can be given. */
export function useStableHandlers<Named extends Handlers>(handlers: Named): Named {
  const newest = useRef(handlers)
  useLayoutEffect(() => {
    newest.current = handlers
  })
  const [stable] = useState(
    () =>
      Object.fromEntries(
        Object.keys(handlers).map((name) => [name, (...args: never[]) => newest.current[name]?.(...args)]),
      ) as Named,
  )
  return stable
}
