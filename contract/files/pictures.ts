import { z } from 'zod'

/** Added to the answer about a record: the first picture among its files, for a thumbnail; null when it has none. */
export const pictured = { pictureId: z.uuid().nullable() }

/** The largest width and height of a thumbnail, in pixels: enough for 96 CSS pixels on a dense screen. */
export const thumbnailPixels = 192

/** The address of the thumbnail of a file. It never changes, so browsers keep the answer. */
export const thumbnailAddress = (companyId: string, fileId: string): string =>
  `/api/companies/${companyId}/files/${fileId}/thumbnail`
