import { readFile } from 'node:fs/promises'
import type sharp from 'sharp'

/** A picture with more pixels is not decoded. Uploads have a lower limit; this one is for older files. */
const mostPixels = 50_000_000

/**
 * The most bytes to decode for a picture, counted once for each pass over them. A processor does about 200 million in a second: 40
 * megapixels of a camera take 0.6 s, and interlaced ones with 16 bits a colour would take 12 s and 600 MB.
 */
const mostWork = 320_000_000

type Picture = ReturnType<typeof sharp>

/** A picture that would take too much work. */
export class TooMuchWork extends Error {}

/** Opens a picture for the library, which reads nothing of it yet. */
export async function openPicture(path: string): Promise<Picture> {
  const { default: open } = await import('sharp')
  restrict(open)
  return open(path, { limitInputPixels: mostPixels, failOn: 'error' }) // of an animation the first picture
}

/** Width and height as a picture is shown, from its header, wherever in the file that is. Undefined when the library cannot read it. */
export async function readSize(path: string): Promise<{ width: number; height: number } | undefined> {
  const picture = await openPicture(path)
  return picture.metadata().then(
    ({ autoOrient }) => autoOrient,
    () => undefined,
  )
}

/** Looks at the header before anything is decoded. @throws {TooMuchWork}, or the error of the library */
export async function checkWork(picture: Picture, path: string): Promise<void> {
  const { format, width, height, channels, depth, isProgressive } = await picture.metadata()
  const bytes = width * height * channels * (depth === 'uchar' ? 1 : 2)
  const passes = format === 'jpeg' ? passesOfScans(await countScans(path)) : isProgressive ? passesOfInterlaced : 1
  if (bytes * passes > mostWork) throw new TooMuchWork(`${width} x ${height} in ${passes} passes`)
}

// Measured: an interlaced PNG takes seven times as long as a plain one, and a JPEG of ten scans twice as long as one of a single scan.
const passesOfInterlaced = 7
const passesOfScans = (scans: number) => (scans > 1 ? Math.max(2, scans / 5) : 1)

/** The scans of a JPEG: each goes over the whole picture, and a few bytes are enough for one. */
async function countScans(path: string): Promise<number> {
  const bytes = await readFile(path)
  let scans = 0
  for (let at = bytes.indexOf(startOfScan); at >= 0; at = bytes.indexOf(startOfScan, at + 2)) scans += 1
  return scans
}

const startOfScan = Buffer.from([0xff, 0xda])

let isRestricted = false

/** Limits the library to the kinds of pictures that can be uploaded, without a cache, and to one thread for a picture. */
function restrict(open: typeof sharp) {
  if (isRestricted) return
  isRestricted = true
  open.block({ operation: ['VipsForeignLoad'] })
  open.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].flatMap((kind) => [
      `VipsForeignLoad${kind}File`,
      `VipsForeignLoad${kind}Buffer`,
    ]),
  })
  open.cache(false)
  open.concurrency(1)
}
