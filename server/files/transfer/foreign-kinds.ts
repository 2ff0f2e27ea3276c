/** Facts about the bytes of a file. `head` and `tail`: its first and last bytes; `isText`: it has no control characters. */
export type Sample = { head: Buffer; tail: Buffer; size: number; isText: boolean }

const latin = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

/** The brands of a file in the format of MPEG-4 (ISO 14496-12), the main one first. Photos and sound use that format, too. */
export function brandsOf({ head }: Sample): string[] {
  if (latin(head, 4, 8) !== 'ftyp') return []
  const end = Math.min(head.length, Math.max(head.readUInt32BE(0), 12))
  const others = latin(head, 16, end).match(/.{4}/gs) ?? []
  return [latin(head, 8, 12), ...others]
}

const brands: [brand: RegExp, kind: string][] = [
  [/^(?:hei[cxms]|hev[cxms])$/, 'a HEIC photo: save it as JPEG'],
  [/^avi[fs]$/, 'an AVIF picture: save it as JPEG'],
  [/^crx $/, 'a raw photo (CR3): save it as JPEG'],
  [/^M4[AB] $/, 'a sound recording (M4A)'],
  [/^qt {2}$/, 'a QuickTime video (MOV): save it as MP4'],
  [/^mi[fa]1$/, 'a HEIF picture: save it as JPEG'],
]

const zips: [name: RegExp, kind: string][] = [
  [/vbaProject\.bin/, 'an Office file with macros'],
  [/ppt\/presentation\.xml/, 'a PowerPoint file (PPTX)'],
  [/opendocument\.text/, 'an OpenDocument text (ODT): save it as DOCX'],
  [/opendocument\.spreadsheet/, 'an OpenDocument spreadsheet (ODS): save it as XLSX'],
  [/opendocument\./, 'an OpenDocument file'],
  [/epub\+zip/, 'an e-book (EPUB)'],
  [/AndroidManifest\.xml/, 'an Android program (APK)'],
  [/META-INF\/MANIFEST\.MF/, 'a Java program (JAR)'],
]

const starts: [bytes: string, kind: string][] = [
  [
    '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1',
    'a file of an old Office (DOC, XLS, PPT, MSG): save it as DOCX, XLSX or PDF',
  ],
  ['II*\0', 'a TIFF picture: save it as JPEG'],
  ['MM\0*', 'a TIFF picture: save it as JPEG'],
  ['BM', 'a BMP picture: save it as PNG'],
  ['MZ', 'a Windows program'],
  ['7z\u00bc\u00af', 'a 7z archive'],
  ['Rar!', 'a RAR archive'],
  ['\u001f\u008b', 'a GZIP archive'],
]

/** What a file is whose kind cannot be attached, in words: 'a HEIC photo: save it as JPEG'. Types that share a container are told apart. */
export function foreignKindOf(sample: Sample): string | undefined {
  const { head, tail } = sample
  const found = brandsOf(sample)
  const brand = brands.find(([pattern]) => found.some((each) => pattern.test(each)))
  if (brand) return brand[1]
  const form =
    latin(head, 0, 4) === 'RIFF' &&
    { WAVE: 'a sound recording (WAV)', 'AVI ': 'an AVI video: save it as MP4' }[latin(head, 8, 12)]
  if (form) return form
  if (latin(head, 0, 4) === 'PK\u0003\u0004') {
    const names = latin(head, 0, head.length) + latin(tail, 0, tail.length)
    return zips.find(([pattern]) => pattern.test(names))?.[1] ?? 'a ZIP archive'
  }
  return starts.find(([bytes]) => latin(head, 0, bytes.length) === bytes)?.[1]
}
