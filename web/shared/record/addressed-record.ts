import { useParams } from '@tanstack/react-router'
import { useCompanyId } from '../session/session.ts'

/** The record in the address: `/…/{id}`, `/…/{id}/edit`. */
export function useAddressedRecord(): { companyId: string; id: string } {
  const { id } = useParams({ strict: false }) as { id: string }
  return { companyId: useCompanyId(), id }
}
