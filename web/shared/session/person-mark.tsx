import classes from './person-mark.module.css'

/** The known facts about a person; readers without the right to it get no e-mail. */
export type PersonName = { firstName: string | null; lastName: string | null; email?: string | undefined }

/** 'Ada Lovelace', or the e-mail address of a person without a known name. */
export const nameOf = ({ firstName, lastName, email }: PersonName): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email || 'A colleague'

/** Initials, name and, if it differs, the e-mail address. */
export function PersonMark({ person, hasEmail = true }: { person: PersonName; hasEmail?: boolean }) {
  const name = nameOf(person)
  return (
    <span className="inline-row max-w-full min-w-0 gap-2-5 align-middle">
      <Avatar name={name} />
      <span className="stack min-w-0">
        <span className="text-plain font-medium truncate" title={name}>
          {name}
        </span>
        {hasEmail && person.email && person.email !== name && (
          <span className="text-xs text-muted font-normal truncate" title={person.email}>
            {person.email}
          </span>
        )}
      </span>
    </span>
  )
}

export function Avatar({ name }: { name: string }) {
  return (
    <span className={`flex-none place-items-center bg-raised text-muted font-semibold ${classes.avatar}`} aria-hidden>
      {initialsOf(name)}
    </span>
  )
}

export function initialsOf(name: string): string {
  const words = name
    .replace(/@.*/, '')
    .split(/[\s._-]+/)
    .filter(Boolean)
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return (
    [first, last]
      .map((word) => [...(word ?? '')][0] ?? '')
      .join('')
      .toUpperCase() || '?'
  )
}
