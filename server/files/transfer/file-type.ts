import { type FileType, fileTypeLabels, fileTypes, typeClaimedBy } from 'contract/files/file-types.ts'
import { brandsOf, foreignKindOf, type Sample } from './foreign-kinds.ts'

const begins = (text: string) => (sample: Sample) => sample.head.toString('latin1', 0, text.length) === text

/** How to recognise the bytes of each type. The type that a client states is never trusted (T67). */
const proofs: Record<FileType, (sample: Sample) => boolean> = {
  'application/pdf': begins('%PDF-'),
  'image/png': begins('\u0089PNG\r\n\u001a\n'),
  'image/jpeg': begins('\u00ff\u00d8\u00ff'),
  'image/webp': ({ head }) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
  'image/gif': ({ head }) => /^GIF8[79]a$/.test(head.toString('latin1', 0, 6)),
  'text/csv': isText,
  'text/plain': isText,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': (sample) =>
    isOffice(sample, 'word/document.xml'),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': (sample) => isOffice(sample, 'xl/workbook.xml'),
  'model/step': begins('ISO-10303-21;'),
  'model/stl': (sample) => isBinaryStl(sample) || (sample.isText && begins('solid')(sample)),
  'image/vnd.dxf': (sample) =>
    begins('AutoCAD Binary DXF\r\n\u001a\0')(sample) ||
    (sample.isText && /^\s*(999\r?\n.*\r?\n\s*)*0\r?\nSECTION\r?\n/.test(sample.head.toString('latin1'))),
  'video/mp4': (sample) => brandsOf(sample).length > 0 && !foreignKindOf(sample),
}

// Spreadsheet text on Windows is UTF-16 with a byte order mark, and contains zero bytes.
function isText({ head, isText: hasNoControls }: Sample) {
  return hasNoControls || ['fffe', 'feff'].includes(head.toString('hex', 0, 2))
}

/** A zip lists its names at its end, so nothing has to be unpacked. Macros are programs, so files with macros are refused. */
function isOffice(sample: Sample, main: string) {
  return begins('PK\u0003\u0004')(sample) && sample.tail.includes(main) && !sample.tail.includes('vbaProject.bin')
}

function isBinaryStl({ head, size }: Sample) {
  return head.length >= 84 && size === 84 + 50 * head.readUInt32LE(80)
}

/** @returns the type of a file, or the sentence that says why it is refused */
export function typeOf(name: string, sample: Sample): { type: FileType } | { problem: string } {
  if (sample.size === 0) return { problem: 'The file is empty' }
  const claimed = typeClaimedBy(name)
  if (claimed && proofs[claimed](sample)) return { type: claimed }
  const found = (Object.keys(proofs) as FileType[]).find((type) => !type.startsWith('text/') && proofs[type](sample))
  if (found)
    return {
      problem: `This is ${withArticle(fileTypes[found].label)} file, but its name does not end in .${fileTypes[found].extensions[0]}`,
    }
  const foreign = foreignKindOf(sample)
  if (claimed) {
    const really = foreign ? `: it is ${foreign}` : ''
    return { problem: `This is not ${withArticle(fileTypes[claimed].label)} file, although its name says so${really}` }
  }
  return { problem: `Files of this kind cannot be attached: only ${fileTypeLabels}` }
}

/** 'an MP4', 'a PDF': by the sound of the first letter. */
const withArticle = (label: string) => `${/^(?:MP4|STL|XLSX)/.test(label) ? 'an' : 'a'} ${label}`
