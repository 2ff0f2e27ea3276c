/** In a narrow column the address breaks behind its @, not within a word. */
export function MailLink({ address }: { address: string }) {
  const end = address.lastIndexOf('@') + 1
  return (
    <a href={`mailto:${address}`}>
      {address.slice(0, end)}
      <wbr />
      {address.slice(end)}
    </a>
  )
}
