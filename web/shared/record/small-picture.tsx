import { type ImgHTMLAttributes, useEffect, useRef, useState } from 'react'
import { waitForTurn } from './picture-turns.ts'

type SmallPictureProps = Omit<ImgHTMLAttributes<HTMLImageElement>, 'loading' | 'onLoad' | 'onError' | 'alt'> & {
  src: string
  onFail: () => void
}

/** When a busy server has refused a thumbnail, the second try comes after this time. */
const againMs = 8_000

// Without an address a picture has no size and no place, so that nobody can tell when it comes into sight.
const nothing = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"

/** A thumbnail that loads when it comes into sight, and when it is its turn. A second try follows a failure, then its place stays empty. */
export function SmallPicture({ src, onFail, ...rest }: SmallPictureProps) {
  const place = useRef<HTMLImageElement>(null)
  const end = useRef<() => void>(() => undefined)
  const [isSeen, setIsSeen] = useState(false)
  const [isLoading, setIsLoading] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (!place.current || isSeen) return
    const watch = new IntersectionObserver((entries) => setIsSeen(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: '200px',
    })
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [isSeen])
  useEffect(() => {
    if (!isSeen || tries > 1) return
    let stop: () => void = () => undefined
    const begin = () => {
      stop = waitForTurn(() => setIsLoading(true))
      end.current = stop
    }
    const timer = setTimeout(begin, tries === 0 ? 0 : againMs)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [isSeen, tries])
  const fail = () => {
    end.current()
    setIsLoading(false)
    setTries(tries + 1)
    if (tries === 1) onFail()
  }
  return (
    <img
      {...rest}
      ref={place}
      style={{ visibility: tries > 1 ? 'hidden' : undefined }}
      alt=""
      decoding="async"
      src={isLoading ? src : nothing}
      onLoad={() => isLoading && end.current()}
      onError={fail}
    />
  )
}
