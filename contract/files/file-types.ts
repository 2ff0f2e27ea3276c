/**
 * The kinds of files that can be uploaded. `isImage`: browsers show it; `isVideo`: browsers play it. All other files can only be downloaded
 * (security.md 5.5). The screens draw a PDF themselves.
 */
export const fileTypes = {
  'application/pdf': { label: 'PDF', extensions: ['pdf'], isImage: false },
  'image/png': { label: 'PNG', extensions: ['png'], isImage: true },
  'image/jpeg': { label: 'JPG', extensions: ['jpg', 'jpeg'], isImage: true },
  'image/webp': { label: 'WebP', extensions: ['webp'], isImage: true },
  'image/gif': { label: 'GIF', extensions: ['gif'], isImage: true },
  'text/csv': { label: 'CSV', extensions: ['csv'], isImage: false },
  'text/plain': { label: 'TXT', extensions: ['txt'], isImage: false },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    label: 'DOCX',
    extensions: ['docx'],
    isImage: false,
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    label: 'XLSX',
    extensions: ['xlsx'],
    isImage: false,
  },
  'model/step': { label: 'STEP', extensions: ['step', 'stp'], isImage: false },
  'model/stl': { label: 'STL', extensions: ['stl'], isImage: false },
  'image/vnd.dxf': { label: 'DXF', extensions: ['dxf'], isImage: false },
  'video/mp4': { label: 'MP4', extensions: ['mp4'], isImage: false, isVideo: true },
} as const satisfies Record<
  string,
  { label: string; extensions: readonly string[]; isImage: boolean; isVideo?: boolean }
>

export type FileType = keyof typeof fileTypes

/** Whether browsers may show or play files of this type. */
export const isShownInPlace = (type: string): boolean => {
  const entry: { isImage: boolean; isVideo?: true } | undefined = fileTypes[type as FileType]
  return entry !== undefined && (entry.isImage || entry.isVideo === true)
}

/** 'PDF, PNG, … or MP4' */
export const fileTypeLabels: string = Object.values(fileTypes)
  .map(({ label }) => label)
  .join(', ')
  .replace(/, (\w+)$/, ' or $1')

/** 'pdf' for 'drawing.PDF'; empty when the name has none. */
export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** The type by the file name; null when such files cannot be uploaded. */
export function typeClaimedBy(name: string): FileType | null {
  const extension = extensionOf(name)
  const entry = Object.entries(fileTypes).find(([, { extensions }]) =>
    (extensions as readonly string[]).includes(extension),
  )
  return (entry?.[0] as FileType | undefined) ?? null
}
