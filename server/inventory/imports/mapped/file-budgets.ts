/**
 * The limits for reading a file. A file of 32 MB takes a few seconds; a backup of a million records about a minute.
 * `megabytes`: the heap of the thread, which holds the products of a store export until its end.
 */
export const budgets = { uploadSeconds: 60, backupSeconds: 600, megabytes: 256 }
