import { imageSize } from 'image-size'
import type { Sample } from '../transfer/foreign-kinds.ts'

/**
 * From this value on, EXIF says that the picture lies on its side; browsers turn it. https://exiftool.org/TagNames/EXIF.html#Orientation
 */
const onItsSide = 5

/**
 * The width and height of a picture as it is shown, in pixels, read from its first bytes: nothing is decoded. Undefined when the bytes do
 * not state them.
 */
export function sizeOf({ head }: Pick<Sample, 'head'>): { width: number; height: number } | undefined {
  try {
    // A copy in memory of its own: the reader looks beyond the end of a short file, where other people's bytes may be.
    const { width, height, orientation = 1 } = imageSize(new Uint8Array(head))
    if (!(width > 0 && height > 0)) return undefined
    return orientation < onItsSide ? { width, height } : { width: height, height: width }
  } catch {
    return undefined // cut off or broken: browsers show nothing of it
  }
}
