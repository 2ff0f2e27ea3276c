import { useEffect, useState } from 'react'

/** The address of a picture that is not stored yet, for an image. */
export function usePictureOf(file: File): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
