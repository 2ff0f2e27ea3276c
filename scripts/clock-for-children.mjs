/** Loaded by `moments.mjs` into every Node: programs that are started with an environment of their own, like PostgreSQL, get the clock too. */
import children from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'

const { spawn } = children
const { LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC } = process.env
const clock = { LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC }
children.spawn = (program, args, options) =>
  spawn(program, args, options?.env ? { ...options, env: { ...options.env, ...clock } } : options)
syncBuiltinESMExports()
