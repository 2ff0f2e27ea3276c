import { z } from 'zod'

// Zod probes `new Function` when a schema is made; the policy refuses it and logs a violation. Must be imported before the
// contract (security.md 5.4).
z.config({ jitless: true })
