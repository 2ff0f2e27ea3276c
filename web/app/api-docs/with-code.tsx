/** A text in which what stands between backticks is code, and `[words](/address)` a link. */
export const WithCode = ({ text }: { text: string }) =>
  text.split(/(`[^`]*`|\[[^[\]]{1,80}\]\([^()]{1,200}\))/).map((piece, at) => {
    const key = `${at} ${piece}`
    const [, code, words, address] = /^`(.*)`$|^\[(.*)\]\((.*)\)$/.exec(piece) ?? []
    if (code !== undefined) return <code key={key}>{code}</code>
    if (address === undefined) return <span key={key}>{piece}</span>
    return (
      <a key={key} href={address}>
        {words}
      </a>
    )
  })
