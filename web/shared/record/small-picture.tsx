import { type ImgHTMLAttributes, type ReactNode, useEffect, useState } from 'react'

type SmallPictureProps = Pick<ImgHTMLAttributes<HTMLImageElement>, 'className' | 'src' | 'width' | 'height'> & {
  /** shown while there is no picture; an empty place when it is left out */
  instead?: ReactNode
}

/** The server answers at once when a thumbnail is not ready, so that none holds a connection; further tries come after these times. */
const againMs = [1_000, 3_000, 9_000, 20_000]

/** A thumbnail that loads when it comes into sight. */
export function SmallPicture({ instead, ...rest }: SmallPictureProps) {
  const [tries, setTries] = useState(0)
  const [hasFailed, setHasFailed] = useState(false)
  const wait = hasFailed ? againMs[tries] : undefined
  useEffect(() => {
    if (wait === undefined) return
    const timer = setTimeout(() => {
      setHasFailed(false)
      setTries(tries + 1)
    }, wait)
    return () => clearTimeout(timer)
  }, [tries, wait])
  if (hasFailed && instead) return instead
  return (
    <img
      {...rest}
      key={tries}
      alt=""
      loading="lazy"
      decoding="async"
      style={{ visibility: hasFailed ? 'hidden' : undefined }}
      onError={() => setHasFailed(true)}
    />
  )
}
