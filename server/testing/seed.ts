import fc from 'fast-check'

// Property tests of the same files try the same cases, so a gate that passed here passes elsewhere; each change tries others.
fc.configureGlobal({ seed: Number(process.env.SEED) })
