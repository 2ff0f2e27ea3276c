import { useLayoutEffect, useRef, useState } from 'react'

// `never` accepts functions with any arguments: they are only passed on.
type Handlers = Record<string, (...args: never[]) => unknown>

/** Returns the same functions on every render; each calls the newest version of its handler. Pass them to memoised children. */
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
