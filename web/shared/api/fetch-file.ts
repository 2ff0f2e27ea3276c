/**
 * Fetches a file and gives it to the browser to keep. A link alone could not report a failure.
 * @param name the name under which it is kept
 * @throws with the sentence of the server
 */
export async function fetchFile(path: string, name: string): Promise<void> {
  const answer = await fetch(path)
  if (!answer.ok) {
    const { message } = (await answer.json().catch(() => ({}))) as { message?: string }
    throw new Error(message ?? '')
  }
  const address = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
