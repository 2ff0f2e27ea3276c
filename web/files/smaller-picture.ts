/** Large enough to read a label; a photo of 50 megapixels becomes one of about a megabyte. */
const longestSide = 2_560

/**
 * The version of a photo to upload: phone cameras take more pixels than a page needs, and than the server accepts (fileLimits.pixels). A
 * file that the browser cannot read, or that would not become smaller, stays as it is.
 */
export async function smallerPicture(file: File): Promise<File> {
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
    return made && made.size < file.size
      ? new File([made], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: made.type })
      : file
  } catch {
    return file
  }
}
