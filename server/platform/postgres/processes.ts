import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * An opaque text for the start time of a process; no later process with the same number has it, not even after a reboot.
 * @returns null when no such process runs; a zombie, which has ended but was not collected yet, does not run
 */
export function startOf(pid: number): string | null {
  if (process.platform !== 'linux') return startByPs(pid)
  const stat = readText(`/proc/${pid}/stat`)
  // The name in parentheses may contain spaces and parentheses; state and start time come after the last parenthesis.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (!fields || fields[0] === 'Z' || fields[0] === 'X') return null
  return `${readText('/proc/sys/kernel/random/boot_id')?.trim()} ${fields[19]}`
}

/**
 * The process numbers of a given program that works in a folder. Linux compares by inode, so links and mounts do not
 * matter; on other systems the command must contain the folder.
 */
export function processesIn(folder: string, program: string): number[] {
  if (process.platform !== 'linux') return processesByPs(folder, program)
  const home = statSync(folder)
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && readText(`/proc/${pid}/comm`)?.trim() === program)
    .filter((pid) => {
      const place = statSync(`/proc/${pid}/cwd`, { throwIfNoEntry: false })
      return place?.ino === home.ino && place.dev === home.dev && startOf(pid) !== null
    })
}

/** Sends a signal; a process that has already ended is no error. */
export function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Waits until none of the processes runs any more. @returns false when the time (milliseconds) ran out */
export async function ended(pids: number[], patience: number): Promise<boolean> {
  const deadline = Date.now() + patience
  while (pids.some((pid) => startOf(pid) !== null)) {
    if (Date.now() > deadline) return false
    await sleep(10)
  }
  return true
}

function startByPs(pid: number): string | null {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim() || null
  } catch {
    return null
  }
}

function processesByPs(folder: string, program: string): number[] {
  return execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(`/${program} `) && line.includes(` ${folder} `))
    .map((line) => Number.parseInt(line, 10))
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
