import { useSyncExternalStore } from 'react'

/** A value outside of React that screens show: whoever sets it renders all that use it again. */
export function sharedValue<Value>(first: Value) {
  let value = first
  const listeners = new Set<() => void>()
  const get = () => value
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    get,
    subscribe,
    set(next: Value): void {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    /** @param select a part of the value, the same one as long as the value is the same */
    use: <Part = Value>(select: (value: Value) => Part = (all) => all as unknown as Part): Part =>
      useSyncExternalStore(subscribe, () => select(value)),
  }
}
