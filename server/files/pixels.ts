import { imageSize } from 'image-size'
import type { Sample } from './file-type.ts'

/** How many pixels a picture says that it has, read from its first bytes: nothing is decoded. 0 when it does not say. */
export function pixelsOf({ head }: Pick<Sample, 'head'>): number {
  try {
    // A copy with memory of its own: the reader looks beyond the end of a short file, where other people's bytes may lie.
    const { width, height } = imageSize(new Uint8Array(head))
    return width * height
  } catch {
    return 0 // cut off or broken: browsers show nothing of it
  }
}
