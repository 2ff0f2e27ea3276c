import { foldText } from 'contract/same-text.ts'
import { useSession } from '../../shared/session/session.ts'

/** A warning below the name of a new company when another one has that name. Both may be intended: holdings use similar names. */
export function DuplicateName({ name }: { name: string }) {
  const { companies } = useSession()
  const twin = foldText(name) && companies.find((company) => foldText(company.name) === foldText(name))
  return (
    <p className="col-span-full text-sm text-warning empty-hidden" role="status">
      {twin && `There is a company named ${twin.name} already.`}
    </p>
  )
}
