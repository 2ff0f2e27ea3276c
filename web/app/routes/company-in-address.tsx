import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { at } from '../../shared/page/at.ts'
import { seesAllCompanies, useCompanyId, useSession } from '../../shared/session/session.ts'

/** Writes the chosen company into the address and stores it, for people who work in several (product.md 10). */
export function CompanyInAddress() {
  const session = useSession()
  const companyId = useCompanyId()
  const { company } = useSearch({ strict: false })
  const navigate = useNavigate()
  const isChosen = seesAllCompanies(session)
  useEffect(() => {
    if (!isChosen) return
    localStorage.setItem('company', companyId)
    if (company !== companyId) {
      void navigate({ ...at('.', (before) => ({ ...before, company: companyId })), hash: true, replace: true })
    }
  }, [isChosen, companyId, company, navigate])
  return null
}
