/** A value that is made when somebody first asks for it: what few requests need takes no time and no memory of the start. */
export function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}
