import { z } from 'zod'

// Zod tries `new Function` when a schema is made; the policy refuses it and logs a violation. Import this before the contract
// (security.md 5.4).
z.config({ jitless: true })
