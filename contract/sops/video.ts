/** A video on one of the two platforms whose player the policy allows in a frame (T63; security.md 5.4). */
export type Video = { platform: 'YouTube' | 'Vimeo'; embedUrl: string }

const youtubeHosts = ['youtube.com', 'www.youtube.com', 'm.youtube.com', 'www.youtube-nocookie.com']

/**
 * The video that an address shows; null when there is none. Reads the parts of the address, not its beginning:
 * `https://youtube.com@evil.com` and `https://youtube.com.evil.com` begin like a good one.
 */
export function videoOf(address: string): Video | null {
  const url = parse(address)
  if (url?.protocol !== 'https:' || url.username || url.password || url.port) return null
  const [first = '', second = '', third = ''] = url.pathname.slice(1).split('/')
  if (url.hostname === 'youtu.be') return youtube(first, url)
  if (youtubeHosts.includes(url.hostname)) {
    return youtube(first === 'watch' ? url.searchParams.get('v') : pathsWithId.includes(first) ? second : null, url)
  }
  if (url.hostname === 'vimeo.com' || url.hostname === 'www.vimeo.com') return vimeo(first, second)
  if (url.hostname === 'player.vimeo.com' && first === 'video') return vimeo(second, third || url.searchParams.get('h'))
  return null
}

const pathsWithId = ['embed', 'shorts', 'live', 'v']

function parse(address: string): URL | null {
  // URL accepts what a reader would not expect: spaces, tabs, backslashes, a missing slash.
  if (!/^https:\/\/[^\s\\]+$/i.test(address)) return null
  return URL.canParse(address) ? new URL(address) : null
}

function youtube(id: string | null, url: URL): Video | null {
  if (!id || !/^[\w-]{11}$/.test(id)) return null
  const start = /^(\d{1,5})s?$/.exec(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '')?.[1]
  const embedUrl = `https://www.youtube-nocookie.com/embed/${id}${start ? `?start=${start}` : ''}`
  return { platform: 'YouTube', embedUrl }
}

/** @param secret the second part of the address of an unlisted video */
function vimeo(id: string, secret: string | null): Video | null {
  if (!/^\d{5,12}$/.test(id)) return null
  const isUnlisted = secret !== null && /^[0-9a-f]{6,20}$/.test(secret)
  return { platform: 'Vimeo', embedUrl: `https://player.vimeo.com/video/${id}${isUnlisted ? `?h=${secret}` : ''}` }
}
