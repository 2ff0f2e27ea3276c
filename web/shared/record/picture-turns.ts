/**
 * A browser opens six connections to a server, and a picture that is being made holds one until it comes. So few pictures load at a time, and
 * the data of the screen never wait for them (X1).
 */
const most = 2

type Place = { begin: () => void; isLoading: boolean }

const places = new Set<Place>()
let loading = 0

/**
 * Waits for a turn to load a picture.
 * @param begin called when it may load, perhaps at once
 * @returns a function to call when it has come, has failed, or is not shown any more
 */
export function waitForTurn(begin: () => void): () => void {
  const place = { begin, isLoading: false }
  places.add(place)
  beginNext()
  return () => {
    if (!places.delete(place)) return
    if (place.isLoading) loading -= 1
    beginNext()
  }
}

function beginNext() {
  for (const place of places) {
    if (loading >= most) return
    if (place.isLoading) continue
    place.isLoading = true
    loading += 1
    place.begin()
  }
}
