import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Goes elsewhere, once. The router's own <Navigate> goes again with every render, which never ends while the address changes.
 * @param to a path of this app, search parameters included; the chosen company is kept
 */
export function Redirection({ to }: { to: string }) {
  const router = useRouter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    void router.navigate({ href: to, replace: true })
  }, [])
  return null
}
