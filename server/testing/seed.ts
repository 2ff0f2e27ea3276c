import fc from 'fast-check'

// See `seed` in vitest.config.ts.
fc.configureGlobal({ seed: Number(process.env.SEED) })
