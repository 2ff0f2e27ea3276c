import { createStore, del, entries, set } from 'idb-keyval'

/** A photo that the server does not have yet. The key stays the same for each try to send it, so it is stored once. */
export type KeptPhoto = { key: string; runId: string; step: number; takenAt: number; file: File }

const store = createStore('sop-photos', 'photos')

/** Keeps a photo in this browser, even after it is closed. @throws when the browser has no room, or stores nothing */
export const keepPhoto = (photo: KeptPhoto): Promise<void> => set(photo.key, photo, store)

export const forgetPhoto = (key: string): Promise<void> => del(key, store)

/** The photos of a run that wait, in the order in which they were taken. */
export async function keptPhotos(runId: string): Promise<KeptPhoto[]> {
  const found = await entries<string, KeptPhoto>(store)
  return found.flatMap(([, photo]) => (photo.runId === runId ? [photo] : [])).toSorted((a, b) => a.takenAt - b.takenAt)
}
