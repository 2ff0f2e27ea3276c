import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Redirects once. The router's own <Navigate> redirects again on every render, which loops while the address changes.
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
